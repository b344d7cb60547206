/// Maps the dongle's uptime to the host's clock, by the round trip that bounded it best (SPEC.md 13).
public struct DongleClock: Sendable {
    private var offset: Duration?
    private var uncertainty: Duration = .zero
    private var measuredAt: Duration = .zero
    private var newestMs: Int64 = 0
    private var hasUptime = false

    /// Crystals of both sides may drift apart by this much; an old bound loses that much of its worth.
    private static let drift = 0.000_1

    /// Takes an uptime that was read between `sent` and `received`.
    mutating func record(uptimeMs: UInt32, sent: Duration, received: Duration) {
        let uptime = extend(uptimeMs)
        let roundTrip = received - sent
        let aged = uncertainty + (received - measuredAt) * Self.drift
        if offset != nil, roundTrip > aged { return }
        offset = sent + roundTrip / 2 - .milliseconds(uptime)
        uncertainty = roundTrip
        measuredAt = received
    }

    /// Uptime since the dongle's start, past the 49.7 days after which the wire's 32 bits wrap.
    mutating func extend(_ uptimeMs: UInt32) -> Int64 {
        guard hasUptime else {
            hasUptime = true
            newestMs = Int64(uptimeMs)
            return newestMs
        }
        let difference = Int32(bitPattern: uptimeMs &- UInt32(truncatingIfNeeded: newestMs))
        let extended = newestMs + Int64(difference)
        newestMs = max(newestMs, extended)
        return extended
    }

    /// The host's time at that uptime; nil before the first round trip.
    public mutating func hostTime(ofUptimeMs uptimeMs: UInt32) -> Duration? {
        offset.map { $0 + .milliseconds(extend(uptimeMs)) }
    }
}
