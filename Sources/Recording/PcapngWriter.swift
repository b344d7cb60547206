/// Writes adverts to a pcapng file. See ``PcapngEncoder`` for what is in it.
///
/// Output is buffered: call ``flush()`` at the end, which reports what letting go of the writer cannot.
package struct PcapngWriter: ~Copyable, Sendable {
    private let encoder: PcapngEncoder
    private var file: OutputFile

    /// Adverts left out because no single packet holds their data.
    package private(set) var omitted = 0

    /// Creates the file, or empties the one that is there.
    package init(path: String, encoder: PcapngEncoder) throws(RecordingError) {
        self.encoder = encoder
        file = try OutputFile(creating: path, beginning: encoder.header)
    }

    /// Writes to an open descriptor, which stays the caller's to close.
    ///
    /// - Parameter name: What errors call it.
    package init(descriptor: Int32, name: String, encoder: PcapngEncoder) {
        self.encoder = encoder
        file = OutputFile(descriptor: descriptor, name: name, beginning: encoder.header)
    }

    /// Appends the advert's packet, or counts it as ``omitted``.
    package mutating func append(_ advert: RecordedAdvert) throws(RecordingError) {
        if let packet = encoder.packet(for: advert) {
            try file.append(packet)
        } else {
            omitted += 1
        }
    }

    /// Writes what is buffered. After an error that part is lost.
    package mutating func flush() throws(RecordingError) {
        try file.flush()
    }
}
