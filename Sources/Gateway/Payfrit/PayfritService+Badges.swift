import Advertising
import Concurrency
import GatewayModel
import Logging
import Payfrit
import Store

/// Whose beacons are that are heard.
extension PayfritService {
    /// Groups of others that are asked for at a time, so that strangers that come in floods do not make a flood of requests.
    private static let groupsAtATime = 8
    /// What is heard within this time is asked about together.
    private static let gathering = Duration.milliseconds(250)
    private static let betweenAsks = Duration.seconds(1)
    /// After an attempt that failed. Nobody waits for badges.
    static let afterFailure = Duration.seconds(30)

    /// Learns whose the beacons are that somebody has looked for, until the task is cancelled. The older API tells neither what
    /// its beacons send nor whose others are.
    func keepBadges() async {
        guard (try? place())?.generation == .php else { return }
        while !Task.isCancelled {
            await badges.wished.wait()
            await clock.sleep(clock.now() + Self.gathering)
            guard !Task.isCancelled else { return }
            do {
                await keepBackendBeacons()
                try await refreshBadges(badges.takeWished(), groups: Self.groupsAtATime)
                await clock.sleep(clock.now() + Self.betweenAsks)
            } catch {
                // It is noted for the status; whoever hears of these beacons does without badges until then.
                logger.debug("Whose beacons are heard is not known: \(error)")
                await clock.sleep(clock.now() + Self.afterFailure)
            }
        }
    }

    /// Whose a beacon is, as far as is known. Asks nobody: see ``refreshBadges(_:)``.
    package nonisolated func badge(of identity: BeaconIdentity) -> PayfritBadge { badges.badge(of: identity) }

    /// The same for whoever follows adverts: nil while nobody is logged in, and until it is known. Waits for nobody; what is not
    /// known is asked by the gateway, by and by.
    package nonisolated func badge(heard identity: BeaconIdentity) -> PayfritBadge? { badges.look(identity) }

    /// Learns what there is to know of these: the tables of this gateway, and, where somebody is logged in, the beacons of the
    /// business and whose the others are. What is known and not older than ten minutes is not asked for again.
    ///
    /// - Parameter limit: Most groups of others that are asked about.
    /// - Throws: ``PayfritServiceError/loggedOut``, `PayfritError`, `StoreError`; what was learned until then is kept.
    package func refreshBadges(_ identities: [BeaconIdentity], groups limit: Int = 32) async throws {
        load()
        let asked = login
        // Who has logged in meanwhile, or chosen another business, sees other beacons.
        func isCurrent() -> Bool { login?.token == asked?.token && login?.business == asked?.business }
        try await setTableBadges(asked?.business)
        guard isCurrent(), let asked else { return }
        let session = PayfritSession(token: asked.token, business: asked.business)
        if asked.business != nil, badges.needsOurs {
            try await places(session)
            guard isCurrent() else { return }
        }
        for group in badges.unknown(among: identities).prefix(limit) {
            let business = try await ask(session) { backend throws(PayfritError) in
                try await backend.resolveBusiness(uuid: group.uuid, major: group.major, session)
            }
            guard isCurrent() else { return }
            // One of our own that is not among those that we know is nobody's table.
            let isOurs = business != nil && business?.id == asked.business
            badges.set(group, isOurs ? nil : business?.name)
        }
    }
}
