import Advertising
import Concurrency
import GatewayModel
import Logging
import Payfrit

/// Badges of the beacons that are heard.
extension PayfritDirectory {
    /// Largest number of groups of others in one round of requests, so that a flood of strangers'
    /// beacons does not cause a flood of requests.
    private static let groupsAtATime = 8
    /// Time for which beacons are gathered before they are asked about together.
    private static let gathering = Duration.milliseconds(250)
    private static let betweenAsks = Duration.seconds(1)

    /// Requests the badges of beacons that were looked up, until the task is cancelled. With the
    /// older API, returns at once: it has neither the identities of its beacons nor those of
    /// others.
    func keepBadges() async {
        guard (try? tools.place())?.generation == .php else { return }
        while !Task.isCancelled {
            await tools.badges.wished.wait()
            await tools.clock.sleep(tools.clock.now() + Self.gathering)
            guard !Task.isCancelled else { return }
            do {
                await copy.keep()
                try await refreshBadges(tools.badges.takeWished(), groups: Self.groupsAtATime)
                await tools.clock.sleep(tools.clock.now() + Self.betweenAsks)
            } catch {
                // The failure is noted for the status; until then, these beacons have no badge.
                tools.logger.debug("Whose beacons are heard is not known: \(error)")
                await tools.clock.sleep(tools.clock.now() + Self.afterFailure)
            }
        }
    }

    /// Returns the badge of a beacon as far as it is known. Sends no request: see
    /// ``refreshBadges(_:)``.
    package nonisolated func badge(of identity: BeaconIdentity) -> PayfritBadge { tools.badges.badge(of: identity) }

    /// Returns the badge for a reader of adverts: nil while nobody is logged in, and until it is
    /// known. Does not wait: the gateway requests unknown badges later.
    package nonisolated func badge(heard identity: BeaconIdentity) -> PayfritBadge? { tools.badges.look(identity) }

    /// Updates the badges of these beacons: from the tables of this gateway, and, if a user is
    /// logged in, from the business's own beacons and the businesses of the others. Knowledge that
    /// is at most ten minutes old is not requested again.
    ///
    /// - Parameter limit: Largest number of groups of others to ask about.
    /// - Throws: ``PayfritServiceError/loggedOut``, `PayfritError`, `StoreError`; what was learned
    ///   before the error is kept.
    package func refreshBadges(_ identities: [BeaconIdentity], groups limit: Int = 32) async throws {
        let session = try? await account.session(needsBusiness: false)
        try await setTableBadges(session?.business)
        guard let session, await account.ifCurrent(session) else { return }
        if session.business != nil, tools.badges.needsOurs {
            try await places(session)
            guard await account.ifCurrent(session) else { return }
        }
        for group in tools.badges.unknown(among: identities).prefix(limit) {
            let business = try await account.ask(session) {
                try await $0.resolveBusiness(uuid: group.uuid, major: group.major, session)
            }
            // A beacon of the user's own business that is not in its list belongs to no table.
            let isOurs = business != nil && business?.id == session.business
            let isSet = await account.ifCurrent(session) { [tools] in
                tools.badges.set(group, isOurs ? nil : business?.name)
            }
            guard isSet else { return }
        }
    }
}
