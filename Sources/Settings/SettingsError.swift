/// Error in the configuration. Nothing was started.
package enum SettingsError: Error, Sendable, Hashable {
    /// All errors found, in the order of files and lines.
    case invalid([Finding])
    /// A file that was named does not exist or cannot be read.
    case cannotRead(path: String, errno: Int32)

    /// The token's file or its folder cannot be created.
    case cannotWrite(path: String, errno: Int32)

    /// One error.
    package struct Finding: Sendable, Hashable {
        /// `PATH:LINE`, `PATH`, `PERCH_X` or `--flag`.
        package let place: String
        /// A clause without initial capital and full stop.
        package let message: String

        package init(place: String, message: String) {
            self.place = place
            self.message = message
        }
    }
}
