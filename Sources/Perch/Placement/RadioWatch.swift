import Failures
import GatewayModel

/// Notices that no dongle listens any more, for verbs that are no use without one.
struct RadioWatch: Sendable {
    /// Ticks without any dongle after which it is told, where the tick before them brought something: a dongle that restarts
    /// is back sooner. One is enough where that brought nothing, since a dongle that has fallen silent is only noticed after
    /// seconds, and the loss is to be told within 5 s.
    private static let silentLimit = 2
    /// The same before the first adverts: the scan has to begin.
    private static let silentLimitAtFirst = 5

    private var hasListened = false
    /// Whether the last tick with a dongle that listens brought a beacon.
    private var wasHeard = false
    private var silentTicks = 0

    /// - Throws: ``Failure`` when no dongle listens any more.
    mutating func take(_ tick: RangingLine) throws {
        guard !tick.listening else {
            hasListened = true
            wasHeard = tick.beacons.contains { $0.rssi != nil }
            silentTicks = 0
            return
        }
        silentTicks += 1
        let limit = !hasListened ? Self.silentLimitAtFirst : wasHeard ? Self.silentLimit : 1
        guard silentTicks >= limit else { return }
        throw Failure(
            code: "radio-lost", message: "Beacon ranging failed: \(tick.message ?? "no dongle listens").",
            hint: "Plug the dongle in again, see `perch doctor`, and try again.", isRetryable: true,
            exit: .unavailable)
    }
}
