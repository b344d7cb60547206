import Failures
import GatewayModel

/// Detects that no dongle listens any more, for verbs that are useless without one.
struct RadioWatch: Sendable {
    /// Ticks without a dongle after which the loss is reported, where the tick before them had a
    /// beacon: a dongle that restarts is back sooner. Where that tick had none, one tick is enough:
    /// a silent dongle is noticed only after seconds, and the loss must be reported within 5 s.
    private static let silentLimit = 2
    /// Ticks without a dongle after which the loss is reported at the start, when the scan has yet
    /// to begin.
    private static let silentLimitAtFirst = 5

    private var hasListened = false
    /// Whether the last tick with a listening dongle had a beacon.
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
            hint: "Plug the dongle in again, check it with `perch doctor`, and try again.", isRetryable: true,
            exit: .unavailable)
    }
}
