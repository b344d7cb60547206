import GatewayModel
import Store

extension Gateway {
    /// Returns a subscription to adverts from now on. Starts a scan if none is running.
    ///
    /// - Throws: ``GatewayError``: the dongle is unknown, there are too many readers, or the
    ///   gateway is stopping.
    package func adverts(_ query: AdvertQuery) async throws -> AdvertSubscription {
        let scope = try await scope(of: query.dongle)
        return try hub.subscribe(scope, ScanDemand(query))
    }

    private func scope(of name: String?) async throws -> AdvertScope {
        guard let name else { return .all }
        switch try await find(name) {
        case .inUse(let key, let port): return port.id.map(AdvertScope.dongle) ?? .port(key: key)
        // The dongle can be plugged in again.
        case .known(let dongle): return .dongle(dongle.id)
        }
    }
}
