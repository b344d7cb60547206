/// One serial line of a ``WireTraceFile``. Its calls never wait, and do nothing once the trace has ended.
package struct WireTraceLine: Sendable {
    let file: WireTraceFile
    let number: Int

    /// Bytes have come from the dongle.
    package func received(_ bytes: RawSpan, microsecondsSince1970: Int64) {
        file.record(bytes, line: number, .received, microsecondsSince1970: microsecondsSince1970)
    }

    /// Bytes are given to the line to the dongle.
    package func sent(_ bytes: RawSpan, microsecondsSince1970: Int64) {
        file.record(bytes, line: number, .sent, microsecondsSince1970: microsecondsSince1970)
    }

    /// The dongle has said that it is simulated; the line's next packet says so.
    package func markSimulated() {
        file.markSimulated(line: number)
    }
}
