/// Receives every byte on a dongle's line, whether or not it belongs to a valid frame.
///
/// Calls come on the event loop of the port, in the order of the line. They must not block, because
/// the link waits for them. Times are microseconds since 1970, by a clock that was set when the
/// port was opened and is never adjusted.
public protocol WireTrace: Sendable {
    /// Bytes were read from the port, in pieces as the system delivered them. The span is valid
    /// only during the call.
    func received(_ bytes: RawSpan, microsecondsSince1970: Int64)
    /// One or more whole frames are passed to the system, which may take a while to put them on the
    /// line. The span is valid only during the call.
    func sent(_ bytes: RawSpan, microsecondsSince1970: Int64)
    /// A session is open with a simulated dongle: no radio was used for anything it reports.
    func markSimulated()
}
