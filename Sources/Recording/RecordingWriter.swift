/// Writes a recording, one advert on each line.
///
/// Output is buffered: call ``flush()`` at the end, because the deinitialiser cannot report errors.
package struct RecordingWriter: ~Copyable, Sendable {
    private var file: OutputFile
    private let isSimulated: Bool

    /// Creates the file, or empties an existing one.
    ///
    /// - Parameter isSimulated: Whether the adverts were never on the air. If so, each line is
    ///   marked.
    package init(path: String, isSimulated: Bool = false) throws(RecordingError) {
        self.isSimulated = isSimulated
        file = try OutputFile(creating: path)
    }

    /// Writes to an open descriptor, which the caller closes.
    ///
    /// - Parameters:
    ///   - name: Name of the file in errors.
    ///   - isSimulated: Whether the adverts were never on the air. If so, each line is marked.
    package init(descriptor: Int32, name: String, isSimulated: Bool = false) {
        self.isSimulated = isSimulated
        file = OutputFile(descriptor: descriptor, name: name)
    }

    /// Appends one line.
    package mutating func append(_ advert: RecordedAdvert) throws(RecordingError) {
        try file.append((advert.line(isSimulated: isSimulated) + "\n").utf8)
    }

    /// Writes the buffer. After an error, the buffer's bytes are lost.
    package mutating func flush() throws(RecordingError) {
        try file.flush()
    }
}
