/// Writes a recording, one advert a line.
///
/// Output is buffered: call ``flush()`` at the end, which reports what letting go of the writer cannot.
package struct RecordingWriter: ~Copyable, Sendable {
    private var file: OutputFile
    private let isSimulated: Bool

    /// Creates the file, or empties the one that is there.
    ///
    /// - Parameter isSimulated: Whether the adverts were never on the air, which each line says then.
    package init(path: String, isSimulated: Bool = false) throws(RecordingError) {
        self.isSimulated = isSimulated
        file = try OutputFile(creating: path)
    }

    /// Writes to an open descriptor, which stays the caller's to close.
    ///
    /// - Parameters:
    ///   - name: What errors call it.
    ///   - isSimulated: Whether the adverts were never on the air, which each line says then.
    package init(descriptor: Int32, name: String, isSimulated: Bool = false) {
        self.isSimulated = isSimulated
        file = OutputFile(descriptor: descriptor, name: name)
    }

    /// Appends one line.
    package mutating func append(_ advert: RecordedAdvert) throws(RecordingError) {
        try file.append((advert.line(isSimulated: isSimulated) + "\n").utf8)
    }

    /// Writes what is buffered. After an error that part is lost.
    package mutating func flush() throws(RecordingError) {
        try file.flush()
    }
}
