import DongleProtocol

/// What a link has carried and lost since it was opened.
public struct LinkStatistics: Sendable, Hashable {
    public var framesReceived: UInt64 = 0
    public var framesSent: UInt64 = 0
    public var bytesReceived: UInt64 = 0
    public var bytesSent: UInt64 = 0
    /// Stretches that were no frame.
    public var rejectedOverflow: UInt64 = 0
    public var rejectedMalformed: UInt64 = 0
    public var rejectedShort: UInt64 = 0
    public var rejectedCRC: UInt64 = 0
    /// Valid frames of no use: the host's own as an echo, of another session or version, of an unknown kind.
    public var echoes: UInt64 = 0
    public var foreign: UInt64 = 0
    /// Requests sent again.
    public var retransmissions: UInt64 = 0
    /// Sessions opened, the first included.
    public var sessions: UInt64 = 0
    public var adverts: UInt64 = 0
    /// Adverts that took a number and did not arrive, exact.
    public var advertsLost: UInt64 = 0
    /// Events and log lines that a reader did not fetch in time.
    public var eventsMissed: UInt64 = 0
    /// Smoothed round trip of requests; nil before the first.
    public var roundTrip: Duration?

    mutating func count(_ rejection: Rejection) {
        switch rejection {
        case .overflow: rejectedOverflow += 1
        case .malformed: rejectedMalformed += 1
        case .short: rejectedShort += 1
        case .crc: rejectedCRC += 1
        }
    }
}
