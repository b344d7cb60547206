/// Sees what passes a dongle's line, byte for byte, whether or not it makes sense.
///
/// Calls come on the event loop of the port, in the order of the line, and must not wait: the link does. Times are
/// microseconds since 1970, by a clock that was set when the port was opened and never steps.
public protocol WireTrace: Sendable {
    /// Bytes were read from the port, cut as the system hands them out. The span ends with the call.
    func received(_ bytes: RawSpan, microsecondsSince1970: Int64)
    /// Whole frames, one or more, are given to the system, which may take a while to put them on the line. The span ends with
    /// the call.
    func sent(_ bytes: RawSpan, microsecondsSince1970: Int64)
    /// A session is open, and the dongle says that nothing it reports was on the air.
    func markSimulated()
}
