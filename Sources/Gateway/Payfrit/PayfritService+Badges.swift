import Advertising
import Concurrency
import GatewayModel
import Logging
import Payfrit
import Store

/// Badges of the beacons that are heard.
extension PayfritService {
    /// Largest number of groups of others in one round of requests, so that a flood of strangers'
    /// beacons does not cause a flood of requests.
    private static let groupsAtATime = 8
    /// Time for which beacons are gathered before they are asked about together.
    private static let gathering = Duration.milliseconds(250)
    private static let betweenAsks = Duration.seconds(1)
    /// Wait after a failed attempt. Nothing waits for badges.
    static let afterFailure = Duration.seconds(30)

    /// Requests the badges of beacons that were looked up, until the task is cancelled. With the
    /// older API, returns at once: it has neither the identities of its beacons nor those of
    /// others.
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
                // The failure is noted for the status; until then, these beacons have no badge.
                logger.debug("Whose beacons are heard is not known: \(error)")
                await clock.sleep(clock.now() + Self.afterFailure)
            }
        }
    }

    /// Returns the badge of a beacon as far as it is known. Sends no request: see
    /// ``refreshBadges(_:)``.
    package nonisolated func badge(of identity: BeaconIdentity) -> PayfritBadge { badges.badge(of: identity) }

    /// Returns the badge for a reader of adverts: nil while nobody is logged in, and until it is
    /// known. Does not wait: the gateway requests unknown badges later.
    package nonisolated func badge(heard identity: BeaconIdentity) -> PayfritBadge? { badges.look(identity) }

    /// Updates the badges of these beacons: from the tables of this gateway, and, if a user is
    /// logged in, from the business's own beacons and the businesses of the others. Knowledge that
    /// is at most ten minutes old is not requested again.
    ///
    /// - Parameter limit: Largest number of groups of others to ask about.
    /// - Throws: ``PayfritServiceError/loggedOut``, `PayfritError`, `StoreError`; what was learned
    ///   before the error is kept.
    package func refreshBadges(_ identities: [BeaconIdentity], groups limit: Int = 32) async throws {
        load()
        let asked = login
        // After another login or choice of business, other beacons are visible.
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
            // A beacon of the user's own business that is not in its list belongs to no table.
            let isOurs = business != nil && business?.id == asked.business
            badges.set(group, isOurs ? nil : business?.name)
        }
    }
}
