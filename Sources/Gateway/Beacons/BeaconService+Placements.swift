import Advertising
import GatewayModel
import LineFormats
import Store

/// Results of checks of where beacons stand.
extension BeaconService {
    /// Keeps the newest result of a beacon.
    package func keepPlacement(of identity: BeaconIdentity, averageDBm: Int, at time: Timestamp) async throws {
        try await store.placements.keep(
            StoredPlacement(
                identity: identity, averageDBm: averageDBm, atMicroseconds: time.microsecondsSince1970))
    }

    /// Returns results in the order of the beacons' identities.
    ///
    /// - Parameters:
    ///   - after: Identity after which the list begins.
    ///   - limit: 1...1000.
    package func placements(after: BeaconIdentity?, limit: Int) async throws -> PlacementList {
        let found = try await store.placements.list(after: after, limit: limit)
        return PlacementList(
            placements: found.map {
                PlacementResult(
                    uuid: $0.identity.uuid, major: Int($0.identity.major), minor: Int($0.identity.minor),
                    average: $0.averageDBm, at: Timestamp(microsecondsSince1970: $0.atMicroseconds))
            },
            next: found.count == limit ? found.last?.identity.description : nil)
    }
}
