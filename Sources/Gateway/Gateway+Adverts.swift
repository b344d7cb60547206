import GatewayModel
import Store

extension Gateway {
    /// Adverts from now on. Where nothing is scanned for yet, scanning begins.
    ///
    /// - Throws: ``GatewayError``: the dongle is not known, there are too many readers, or the gateway stops.
    package func adverts(_ query: AdvertQuery) async throws -> AdvertSubscription {
        let scope = try await scope(of: query.dongle)
        return try hub.subscribe(scope, ScanDemand(query))
    }

    private func scope(of name: String?) async throws -> AdvertScope {
        guard let name else { return .all }
        switch try await find(name) {
        case .inUse(let key, let port): return port.id.map(AdvertScope.dongle) ?? .port(key: key)
        // It can come back.
        case .known(let dongle): return .dongle(dongle.id)
        }
    }
}
