import Failures
import GatewayModel
import LineFormats

/// Counts of a scan. Before the end of the stream they cover only the lines received; the gateway's
/// counts at the end cover everything.
struct ScanCounts: Sendable, Hashable {
    /// Adverts that reached the gateway.
    var received: UInt64 = 0
    /// Adverts that the dongle heard and that did not reach the gateway: the dongle had no room, or
    /// the line lost them.
    var lost: UInt64 = 0
    /// Adverts dropped because this program or the gateway was too slow.
    var missed: UInt64 = 0
    /// Adverts that were received and did not pass the filters.
    var filtered: UInt64 = 0
    /// Adverts that were received and have malformed data. They are reported all the same.
    var malformed: UInt64 = 0
    /// Sessions that ended during the scan and were opened again.
    var interruptions = 0
    /// Whether a dongle does not answer at the moment.
    var isAway = false
    /// Reason of the stream's end; nil before it.
    var endReason: StreamEndReason?

    /// Takes over the gateway's counts.
    mutating func finish(_ end: StreamEnd) {
        received = end.received
        lost = end.lost
        missed = end.missed
        filtered = end.filtered
        malformed = end.malformed
        interruptions = end.interruptions
        endReason = end.reason
    }
}

extension JSONWriter {
    /// Writes the fields of a scan's result line.
    mutating func fields(_ counts: ScanCounts, lasted: Duration) {
        field("received", counts.received)
        field("lost", counts.lost)
        field("missed", counts.missed)
        field("filtered", counts.filtered)
        field("malformed", counts.malformed)
        field("interruptions", counts.interruptions)
        field("duration_s", thousandths: lasted / .seconds(1))
    }
}

extension ScanCounts {
    /// The counts as a sentence.
    func sentence(lasted: Duration) -> String {
        let more = [
            (lost, "lost"), (missed, "missed"), (filtered, "filtered out"), (malformed, "malformed"),
            (UInt64(interruptions), "interruptions"),
        ].filter { $0.0 > 0 }.map { ", \($0.0) \($0.1)" }.joined()
        return "\(received) adverts in \(tenths(lasted)) s\(more)."
    }
}
