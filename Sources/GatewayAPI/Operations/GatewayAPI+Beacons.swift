import Advertising
import Gateway
import GatewayModel
import LineFormats

extension GatewayAPI: BeaconsOperations {
    func beacons(after: BeaconIdentity?, limit: Int, alias: String?) async throws -> BeaconList {
        guard let alias else { return try await gateway.beacons.beaconList(after: after, limit: limit) }
        let beacon = try await gateway.beacons.beacon(alias: alias)
        return BeaconList(beacons: beacon.map { [$0] } ?? [], next: nil)
    }

    func beacon(uuid: String, major: UInt16, minor: UInt16) async throws -> BeaconDescription {
        try await gateway.beacons.beacon(try identity(uuid, major, minor))
    }

    func forgetBeacon(uuid: String, major: UInt16, minor: UInt16) async throws {
        try await gateway.beacons.forgetBeacon(try identity(uuid, major, minor))
    }

    func setBeaconAlias(
        uuid: String, major: UInt16, minor: UInt16, _ body: AliasRequest
    ) async throws -> BeaconDescription {
        try await gateway.beacons.setAlias(body.alias, of: try identity(uuid, major, minor))
    }

    func removeBeaconAlias(uuid: String, major: UInt16, minor: UInt16) async throws -> BeaconDescription {
        try await gateway.beacons.setAlias(nil, of: try identity(uuid, major, minor))
    }

    func setCalibration(
        uuid: String, major: UInt16, minor: UInt16, _ body: BeaconCalibrationRecord
    ) async throws -> BeaconDescription {
        try await gateway.beacons.setCalibration(body, of: try identity(uuid, major, minor))
    }

    func removeCalibration(uuid: String, major: UInt16, minor: UInt16) async throws -> BeaconDescription {
        try await gateway.beacons.setCalibration(nil, of: try identity(uuid, major, minor))
    }

    func history(
        beacon: BeaconIdentity?, from: Timestamp?, to: Timestamp?, after: String?, limit: Int
    ) async throws -> HistoryPage {
        let from = from?.microsecondsSince1970 ?? Int64.min
        let to = to?.microsecondsSince1970 ?? Int64.max
        return try await gateway.beacons.history(of: beacon, in: from..<max(from, to), after: after, limit: limit)
    }

    // MARK: Regions

    func regions() async throws -> RegionList { RegionList(regions: try await gateway.beacons.regionList()) }

    func addRegion(_ body: RegionDefinition) async throws -> RegionDescription {
        try await gateway.beacons.addRegion(body)
    }

    func region(_ region: String) async throws -> RegionDescription { try await gateway.beacons.region(region) }

    func removeRegion(_ region: String) async throws { try await gateway.beacons.removeRegion(region) }

    private func identity(_ uuid: String, _ major: UInt16, _ minor: UInt16) throws -> BeaconIdentity {
        guard let proximity = ProximityUUID(uuid) else { throw GatewayError.invalidBeaconUUID(uuid) }
        return BeaconIdentity(uuid: proximity, major: major, minor: minor)
    }
}
