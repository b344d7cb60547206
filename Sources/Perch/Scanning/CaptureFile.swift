import Glibc
import LineFormats
import Recording

/// A file to which adverts are written.
protocol CaptureFile: AnyObject {
    /// Number of adverts left out because the format cannot represent them.
    var omitted: Int { get }
    func append(_ advert: RecordedAdvert) throws(RecordingError)
    /// Writes what the format has at its end. No advert may follow.
    func finish(_ counts: ScanCounts) throws(RecordingError)
    func flush() throws(RecordingError)
}

/// A recording with one JSON object for each advert.
final class LineCapture: CaptureFile {
    let omitted = 0
    private var writer: RecordingWriter

    /// - Parameter path: Path of the file; `-` is standard output.
    init(path: String, isSimulated: Bool) throws(RecordingError) {
        if path == "-" {
            writer = RecordingWriter(
                descriptor: STDOUT_FILENO, name: "standard output", isSimulated: isSimulated)
        } else {
            writer = try RecordingWriter(path: path, isSimulated: isSimulated)
        }
    }

    func append(_ advert: RecordedAdvert) throws(RecordingError) { try writer.append(advert) }

    func finish(_ counts: ScanCounts) {}

    func flush() throws(RecordingError) { try writer.flush() }
}

/// A capture for Wireshark.
final class PacketCapture: CaptureFile {
    var omitted: Int { writer.omitted }
    private var writer: PcapngWriter

    /// - Parameter path: Path of the file; `-` is standard output.
    init(path: String, encoder: PcapngEncoder) throws(RecordingError) {
        if path == "-" {
            writer = PcapngWriter(descriptor: STDOUT_FILENO, name: "standard output", encoder: encoder)
        } else {
            writer = try PcapngWriter(path: path, encoder: encoder)
        }
    }

    func append(_ advert: RecordedAdvert) throws(RecordingError) { try writer.append(advert) }

    func finish(_ counts: ScanCounts) throws(RecordingError) {
        try writer.finish(
            PcapngEncoder.Counts(
                received: counts.received, lost: counts.lost, missed: counts.missed, filtered: counts.filtered,
                omitted: UInt64(omitted)),
            microsecondsSince1970: Timestamp.now.microsecondsSince1970)
    }

    func flush() throws(RecordingError) { try writer.flush() }
}
