import Advertising
import GatewayModel
import Payfrit
import Store

/// Whose beacons are that are heard.
extension PayfritService {
    /// Groups of others that are asked for at a time.
    private static let groupsAtATime = 32

    /// Whose a beacon is, as far as is known. Asks nobody: see ``refreshBadges(_:)``.
    public nonisolated func badge(of identity: BeaconIdentity) -> PayfritBadge { badges.badge(of: identity) }

    /// Learns what there is to know of these: the tables of this gateway, and, where somebody is logged in, the beacons of the
    /// business and whose the others are. What is known and not older than ten minutes is not asked for again.
    ///
    /// - Throws: ``PayfritServiceError/loggedOut``, `PayfritError`, `StoreError`; what was learned until then is kept.
    public func refreshBadges(_ identities: [BeaconIdentity]) async throws {
        load()
        let tables = try await store.tables(base: try place().base, business: login?.business, limit: BadgeCache.limit)
        badges.setTables(tables.filter { $0.address != nil }.map { ($0.identity, $0.name) })
        guard let login else { return }
        let session = PayfritSession(token: login.token, business: login.business)
        if login.business != nil, badges.needsOurs {
            let beacons = try await ask(session) { backend throws(PayfritError) in try await backend.beacons(session) }
            badges.setOurs(
                beacons.compactMap { beacon in
                    guard beacon.isActive, let identity = beacon.identity else { return nil }
                    return (identity, beacon.servicePointName ?? beacon.name ?? "beacon \(beacon.id)")
                })
        }
        for group in badges.unknown(among: identities).prefix(Self.groupsAtATime) {
            let business = try await ask(session) { backend throws(PayfritError) in
                try await backend.resolveBusiness(uuid: group.uuid, major: group.major, session)
            }
            badges.set(group, business.map { business in business.name })
        }
    }
}
