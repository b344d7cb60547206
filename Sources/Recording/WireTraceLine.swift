/// One serial line of a ``WireTraceFile``. Its methods never block, and do nothing once the trace
/// has ended.
package struct WireTraceLine: Sendable {
    let file: WireTraceFile
    let number: Int

    /// Records bytes received from the dongle.
    package func received(_ bytes: RawSpan, microsecondsSince1970: Int64) {
        file.record(bytes, line: number, .received, microsecondsSince1970: microsecondsSince1970)
    }

    /// Records bytes sent to the dongle.
    package func sent(_ bytes: RawSpan, microsecondsSince1970: Int64) {
        file.record(bytes, line: number, .sent, microsecondsSince1970: microsecondsSince1970)
    }

    /// Records that the dongle is simulated; the line's next packet states it.
    package func markSimulated() {
        file.markSimulated(line: number)
    }
}
