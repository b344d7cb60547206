import Failures
import LineFormats
import Recording

extension JSONWriter {
    /// Writes the fields of a trace's result line.
    mutating func fields(_ counts: WireTraceCounts, file: String, port: String, lasted: Duration) {
        field("file", file)
        field("port", port)
        field("received", counts.received)
        field("sent", counts.sent)
        field("bytes_received", counts.bytesReceived)
        field("bytes_sent", counts.bytesSent)
        field("dropped", counts.dropped)
        field("duration_s", thousandths: lasted / .seconds(1))
    }
}

extension WireTraceCounts {
    /// The counts as a sentence.
    func sentence(lasted: Duration) -> String {
        let lost = dropped > 0 ? ", \(dropped) dropped" : ""
        return "\(received) packets from the dongle and \(sent) to it in \(tenths(lasted)) s\(lost)."
    }
}
