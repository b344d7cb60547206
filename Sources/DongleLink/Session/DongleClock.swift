/// Maps the dongle's uptime to the host's clock. It uses the round trip with the smallest
/// uncertainty (SPEC.md 13).
public struct DongleClock: Sendable {
    private var offset: Duration?
    private var uncertainty: Duration = .zero
    private var measuredAt: Duration = .zero
    private var newestMs: Int64 = 0
    private var hasUptime = false

    /// Largest relative drift between the crystals of both sides. The uncertainty of a measurement
    /// grows by this rate.
    private static let drift = 0.000_1

    /// Records an uptime that the dongle read between `sent` and `received`.
    mutating func record(uptimeMs: UInt32, sent: Duration, received: Duration) {
        let uptime = extend(uptimeMs)
        let roundTrip = received - sent
        let aged = uncertainty + (received - measuredAt) * Self.drift
        if offset != nil, roundTrip > aged { return }
        offset = sent + roundTrip / 2 - .milliseconds(uptime)
        uncertainty = roundTrip
        measuredAt = received
    }

    /// Extends an uptime to 64 bits. The 32 bits of the protocol wrap after 49.7 days.
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

    /// Returns the host's time at an uptime; nil before the first round trip.
    public mutating func hostTime(ofUptimeMs uptimeMs: UInt32) -> Duration? {
        offset.map { $0 + .milliseconds(extend(uptimeMs)) }
    }
}
