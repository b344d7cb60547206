import GatewayModel
import LineFormats
import Payfrit
import Store

/// Status of the Payfrit service.
extension PayfritService {
    /// Clock difference from which the status mentions it.
    private static let clockTolerance = Duration.seconds(120)

    /// Seconds by which this machine's clock is behind the backend's; nil if both nearly agree, or
    /// the backend has not sent its time yet.
    private var clockBehindSeconds: Int? {
        guard let gap = connection?.clockGap, gap >= Self.clockTolerance || gap <= .zero - Self.clockTolerance else {
            return nil
        }
        return Int(gap.components.seconds)
    }

    /// Returns the status, without a request to the backend.
    package func status() async throws -> PayfritStatus {
        load()
        let place = try place()
        // Delivery notices the logout only when it wakes.
        let isHeld = login == nil
        var queue = PayfritQueue(
            waiting: 0, refused: 0, elsewhere: 0, delivered: 0,
            held: isHeld ? .loggedOut : lane.held, nextAttempt: isHeld ? nil : lane.nextAttempt)
        for counts in try await store.outbox.counts() where counts.lane.hasPrefix(PayfritPlace.lanePrefix) {
            if counts.lane == place.lane {
                (queue.waiting, queue.refused) = (counts.waiting, counts.givenUp)
            } else {
                queue.elsewhere += counts.waiting + counts.givenUp
            }
        }
        let tables = try await store.payfrit.tableCounts(base: place.base)
        queue.delivered = lane.delivered
        // An entry that has left the outbox and is not counted yet is still being delivered.
        if lane.current != nil { queue.waiting = max(queue.waiting, 1) }
        return PayfritStatus(
            environment: place.environment.name, base: place.base, isDev: place.environment.isDev,
            isExposed: place.environment.isExposed, notice: notice, clockBehindSeconds: clockBehindSeconds,
            api: place.generation == .php ? .php : .cfm, user: login.map { PayfritUser(id: $0.user, name: $0.name) },
            business: login.flatMap { login in
                login.business.map { PayfritBusiness(id: $0, name: login.businessName ?? "") }
            },
            unusedLogin: unusedLogin, registrations: queue,
            tables: Dictionary(uniqueKeysWithValues: tables.map { ($0.key.rawValue, $0.value) }),
            lastError: lastError)
    }
}
