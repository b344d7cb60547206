/// Writes a recording, one advert a line.
///
/// Output is buffered: call ``flush()`` at the end, which reports what letting go of the writer cannot.
public struct RecordingWriter: ~Copyable, Sendable {
    private var file: OutputFile

    /// Creates the file, or empties the one that is there.
    public init(path: String) throws(RecordingError) {
        file = try OutputFile(creating: path)
    }

    /// Writes to an open descriptor, which stays the caller's to close.
    ///
    /// - Parameter name: What errors call it.
    public init(descriptor: Int32, name: String) {
        file = OutputFile(descriptor: descriptor, name: name)
    }

    /// Appends one line.
    public mutating func append(_ advert: RecordedAdvert) throws(RecordingError) {
        try file.append((advert.line + "\n").utf8)
    }

    /// Writes what is buffered. After an error that part is lost.
    public mutating func flush() throws(RecordingError) {
        try file.flush()
    }
}
