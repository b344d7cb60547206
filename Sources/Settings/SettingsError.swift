/// What is wrong with the configuration. Nothing was started.
package enum SettingsError: Error, Sendable, Hashable {
    /// Everything that is wrong, in the order of files and lines.
    case invalid([Finding])
    /// A file that was named is not there or cannot be read.
    case cannotRead(path: String, errno: Int32)

    /// The file for the token or its folder cannot be made.
    case cannotWrite(path: String, errno: Int32)

    /// One thing that is wrong.
    package struct Finding: Sendable, Hashable {
        /// `PATH:LINE`, `PATH`, `PERCH_X` or `--flag`.
        package let place: String
        /// A clause without a capital and a full stop.
        package let message: String

        package init(place: String, message: String) {
            self.place = place
            self.message = message
        }
    }
}
