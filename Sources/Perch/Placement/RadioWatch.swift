import Failures
import GatewayModel

/// Notices that no dongle listens any more, for verbs that are no use without one.
struct RadioWatch: Sendable {
    /// Ticks without any dongle after which it is told. With the link's own time to notice a loss that is within 5 s.
    private static let silentLimit = 2
    /// The same before the first adverts: the scan has to begin.
    private static let silentLimitAtFirst = 5

    private var hasListened = false
    private var silentTicks = 0

    /// - Throws: ``Failure`` when no dongle listens any more.
    mutating func take(_ tick: RangingLine) throws {
        if tick.listening { hasListened = true }
        silentTicks = tick.listening ? 0 : silentTicks + 1
        guard silentTicks >= (hasListened ? Self.silentLimit : Self.silentLimitAtFirst) else { return }
        throw Failure(
            code: "radio-lost", message: "Beacon ranging failed: \(tick.message ?? "no dongle listens").",
            hint: "Plug the dongle in again, see `perch doctor`, and try again.", isRetryable: true,
            exit: .unavailable)
    }
}
