import DongleProtocol

/// Counters of everything a link has carried and lost since it was opened.
public struct LinkStatistics: Sendable, Hashable {
    public var framesReceived: UInt64 = 0
    public var framesSent: UInt64 = 0
    public var bytesReceived: UInt64 = 0
    public var bytesSent: UInt64 = 0
    /// Byte sequences that were no valid frame, counted by cause here and in the next three.
    public var rejectedOverflow: UInt64 = 0
    public var rejectedMalformed: UInt64 = 0
    public var rejectedShort: UInt64 = 0
    public var rejectedCRC: UInt64 = 0
    /// Valid frames that are ignored: `echoes` are the host's own, `foreign` those of another
    /// session, version or an unknown kind.
    public var echoes: UInt64 = 0
    public var foreign: UInt64 = 0
    /// Number of requests sent again.
    public var retransmissions: UInt64 = 0
    /// Number of sessions opened, including the first.
    public var sessions: UInt64 = 0
    public var adverts: UInt64 = 0
    /// Exact number of adverts that were numbered by the dongle and did not arrive.
    public var advertsLost: UInt64 = 0
    /// Events and log lines that a reader was too slow to fetch.
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
