// Generated from docs/api by tools/api-types. Change docs/api and run tools/api-types.
// swift-format-ignore-file

import Advertising
import GatewayModel
import Hummingbird
import LineFormats

/// Operations with the tag `beacons`, which the server implements.
protocol BeaconsOperations: Sendable {
    /// Stream ranging (beacons, nearest first, once a second) and region changes.
    func ranging(
        region: String?, uuid: ProximityUUID?, major: UInt16?, minor: UInt16?, ticks: Bool?, _ call: Call
    ) async throws -> Response
    /// Check whether a beacon is heard well where it stands.
    func placement(
        uuid: ProximityUUID, major: UInt16, minor: UInt16, threshold: Int, samples: Int, _ call: Call
    ) async throws -> Response
    /// List the beacons that were detected where they stand.
    func placements(after: BeaconIdentity?, limit: Int) async throws -> PlacementList
    /// List the regions and their states.
    func regions() async throws -> RegionList
    /// Add a region and start watching it.
    func addRegion(_ body: RegionDefinition) async throws -> RegionDescription
    /// Get one region.
    func region(_ region: String) async throws -> RegionDescription
    /// Remove a region.
    func removeRegion(_ region: String) async throws
    /// List the beacons that were heard for long enough, named or calibrated.
    func beacons(after: BeaconIdentity?, limit: Int, alias: String?) async throws -> BeaconList
    /// Get one beacon that is known or heard now.
    func beacon(uuid: String, major: UInt16, minor: UInt16) async throws -> BeaconDescription
    /// Remove a beacon with its name, its calibration and its history.
    func forgetBeacon(uuid: String, major: UInt16, minor: UInt16) async throws
    /// Name a beacon, whether it is heard or not.
    func setBeaconAlias(
        uuid: String, major: UInt16, minor: UInt16, _ body: AliasRequest
    ) async throws -> BeaconDescription
    /// Remove a beacon's name.
    func removeBeaconAlias(uuid: String, major: UInt16, minor: UInt16) async throws -> BeaconDescription
    /// Set a beacon's calibration: estimate its distance from a measured power.
    func setCalibration(
        uuid: String, major: UInt16, minor: UInt16, _ body: BeaconCalibrationRecord
    ) async throws -> BeaconDescription
    /// Remove a beacon's calibration: estimate its distance from the power that it states.
    func removeCalibration(uuid: String, major: UInt16, minor: UInt16) async throws -> BeaconDescription
    /// Get the history of beacons, minute by minute.
    func history(
        beacon: BeaconIdentity?, from: Timestamp?, to: Timestamp?, after: String?, limit: Int
    ) async throws -> HistoryPage
}

extension BeaconsOperations {
    var beaconsRoutes: [Route] {
        [
            Route(.get, "/v1/ranging", query: ["region", "uuid", "major", "minor", "ticks"], role: .viewer) { call in
                try await ranging(region: try call.query.text("region", limit: 64), uuid: try call.query.value("uuid"), major: try call.query.number("major", 0...65_535), minor: try call.query.number("minor", 0...65_535), ticks: try call.query.flag("ticks"), call)
            },
            Route(.get, "/v1/placement", query: ["uuid", "major", "minor", "threshold", "samples"], role: .crew) { call in
                try await placement(uuid: try call.query.needed("uuid", call.query.value("uuid")), major: try call.query.needed("major", call.query.number("major", 0...65_535)), minor: try call.query.needed("minor", call.query.number("minor", 0...65_535)), threshold: try call.query.number("threshold", -100...0) ?? -75, samples: try call.query.number("samples", 1...100) ?? 5, call)
            },
            Route(.get, "/v1/placements", query: ["after", "limit"], role: .viewer) { call in
                .json(try await placements(after: try call.query.value("after"), limit: try call.query.number("limit", 1...1_000) ?? 1_000))
            },
            Route(.get, "/v1/regions", role: .viewer) { _ in
                .json(try await regions())
            },
            Route(.post, "/v1/regions", role: .admin) { call in
                .json(try await addRegion(try await call.object()))
            },
            Route(.get, "/v1/regions/{region}", role: .viewer) { call in
                .json(try await region(call.name("region")))
            },
            Route(.delete, "/v1/regions/{region}", role: .admin) { call in
                try await removeRegion(call.name("region"))
                return .done
            },
            Route(.get, "/v1/beacons", query: ["after", "limit", "alias"], role: .viewer) { call in
                .json(try await beacons(after: try call.query.value("after"), limit: try call.query.number("limit", 1...1_000) ?? 100, alias: try call.query.text("alias", limit: 64)))
            },
            Route(.get, "/v1/beacons/{uuid}/{major}/{minor}", role: .viewer) { call in
                .json(try await beacon(uuid: call.name("uuid"), major: try call.number("major", 0...65_535), minor: try call.number("minor", 0...65_535)))
            },
            Route(.delete, "/v1/beacons/{uuid}/{major}/{minor}", role: .crew) { call in
                try await forgetBeacon(uuid: call.name("uuid"), major: try call.number("major", 0...65_535), minor: try call.number("minor", 0...65_535))
                return .done
            },
            Route(.put, "/v1/beacons/{uuid}/{major}/{minor}/alias", role: .crew) { call in
                .json(try await setBeaconAlias(uuid: call.name("uuid"), major: try call.number("major", 0...65_535), minor: try call.number("minor", 0...65_535), try await call.object()))
            },
            Route(.delete, "/v1/beacons/{uuid}/{major}/{minor}/alias", role: .crew) { call in
                .json(try await removeBeaconAlias(uuid: call.name("uuid"), major: try call.number("major", 0...65_535), minor: try call.number("minor", 0...65_535)))
            },
            Route(.put, "/v1/beacons/{uuid}/{major}/{minor}/calibration", role: .crew) { call in
                .json(try await setCalibration(uuid: call.name("uuid"), major: try call.number("major", 0...65_535), minor: try call.number("minor", 0...65_535), try await call.object()))
            },
            Route(.delete, "/v1/beacons/{uuid}/{major}/{minor}/calibration", role: .crew) { call in
                .json(try await removeCalibration(uuid: call.name("uuid"), major: try call.number("major", 0...65_535), minor: try call.number("minor", 0...65_535)))
            },
            Route(.get, "/v1/history", query: ["beacon", "from", "to", "after", "limit"], role: .viewer) { call in
                .json(try await history(beacon: try call.query.value("beacon"), from: try call.query.value("from"), to: try call.query.value("to"), after: try call.query.text("after", limit: 29), limit: try call.query.number("limit", 1...10_000) ?? 1_000))
            },
        ]
    }
}
