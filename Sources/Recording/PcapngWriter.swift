/// Writes adverts to a pcapng file. See ``PcapngEncoder`` for its contents.
///
/// Output is buffered: call ``flush()`` at the end, because the deinitialiser cannot report errors.
package struct PcapngWriter: ~Copyable, Sendable {
    private let encoder: PcapngEncoder
    private var file: OutputFile

    /// Number of adverts left out because their data does not fit in one packet.
    package private(set) var omitted = 0

    /// Creates the file, or empties an existing one.
    package init(path: String, encoder: PcapngEncoder) throws(RecordingError) {
        self.init(encoder: encoder, file: try OutputFile(creating: path, beginning: encoder.header))
    }

    /// Writes to an open descriptor, which the caller closes.
    ///
    /// - Parameter name: Name of the file in errors.
    package init(descriptor: Int32, name: String, encoder: PcapngEncoder) {
        self.init(
            encoder: encoder, file: OutputFile(descriptor: descriptor, name: name, beginning: encoder.header))
    }

    // See RecordingReader: nothing is set before what can fail.
    private init(encoder: PcapngEncoder, file: consuming OutputFile) {
        self.encoder = encoder
        self.file = file
    }

    /// Appends the advert's packet, or counts the advert as ``omitted``.
    package mutating func append(_ advert: RecordedAdvert) throws(RecordingError) {
        if let packet = encoder.packet(for: advert) {
            try file.append(packet)
        } else {
            omitted += 1
        }
    }

    /// Appends the counts of the capture; ``PcapngEncoder/Counts/omitted`` is this writer's own. No
    /// advert may follow.
    package mutating func finish(_ counts: PcapngEncoder.Counts, microsecondsSince1970: Int64) throws(RecordingError) {
        var counts = counts
        counts.omitted = UInt64(omitted)
        try file.append(encoder.statistics(counts, microsecondsSince1970: microsecondsSince1970))
    }

    /// Writes the buffer. After an error, the buffer's bytes are lost.
    package mutating func flush() throws(RecordingError) {
        try file.flush()
    }
}
