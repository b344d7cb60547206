// Generated from docs/api by tools/api-types. Change docs/api and run tools/api-types.
// swift-format-ignore-file

import Advertising
import GatewayModel
import LineFormats

extension GatewayClient {
    /// Stream ranging (beacons, nearest first, once a second) and region changes.
    ///
    /// Ends when the gateway stops, or with `DELETE /v1/streams/{stream}`. A gateway inside a verb's own process
    /// watches regions only while a reader of this stream names one or leaves out the ticks.
    func rangingLines(
        region: String? = nil, uuid: ProximityUUID? = nil, major: UInt16? = nil, minor: UInt16? = nil,
        ticks: Bool? = nil, within time: Duration? = nil
    ) async throws -> LineChunks {
        let request = APIRequest(
            .GET, ["v1", "ranging"],
            query: [("region", region), ("uuid", uuid.map { "\($0)" }), ("major", major.map { "\($0)" }), ("minor", minor.map { "\($0)" }), ("ticks", ticks.map { $0 ? "yes" : "no" })]
        )
        return try await lines(request, within: time)
    }

    /// Check whether a beacon is heard well where it stands.
    ///
    /// Takes one sample a second. When enough samples in a row are strong enough, the beacon is detected, and the
    /// result is kept. One weak sample, or three seconds without the beacon, start the count again. The stream goes on
    /// after the detection; it ends when the gateway stops, or with `DELETE /v1/streams/{stream}`.
    func placementLines(
        uuid: ProximityUUID, major: UInt16, minor: UInt16, threshold: Int? = nil, samples: Int? = nil,
        within time: Duration? = nil
    ) async throws -> LineChunks {
        let request = APIRequest(
            .GET, ["v1", "placement"],
            query: [("uuid", "\(uuid)"), ("major", "\(major)"), ("minor", "\(minor)"), ("threshold", threshold.map { "\($0)" }), ("samples", samples.map { "\($0)" })]
        )
        return try await lines(request, within: time)
    }

    /// List the beacons that were detected where they stand.
    package func placements(
        after: BeaconIdentity? = nil, limit: Int? = nil, within time: Duration? = nil
    ) async throws -> PlacementList {
        let request = APIRequest(
            .GET, ["v1", "placements"], query: [("after", after.map { "\($0)" }), ("limit", limit.map { "\($0)" })]
        )
        return try await answer(request, within: time)
    }

    /// List the regions and their states.
    package func regions(within time: Duration? = nil) async throws -> RegionList {
        let request = APIRequest(.GET, ["v1", "regions"])
        return try await answer(request, within: time)
    }

    /// Add a region and start watching it.
    package func addRegion(_ body: RegionDefinition, within time: Duration? = nil) async throws -> RegionDescription {
        let request = try APIRequest(.POST, ["v1", "regions"], json: body)
        return try await answer(request, within: time)
    }

    /// Get one region.
    package func region(_ region: String, within time: Duration? = nil) async throws -> RegionDescription {
        let request = APIRequest(.GET, ["v1", "regions", region])
        return try await answer(request, within: time)
    }

    /// Remove a region.
    package func removeRegion(_ region: String, within time: Duration? = nil) async throws {
        let request = APIRequest(.DELETE, ["v1", "regions", region])
        try await order(request, within: time)
    }

    /// List the beacons that were heard for long enough, named or calibrated.
    package func beacons(
        after: BeaconIdentity? = nil, limit: Int? = nil, alias: String? = nil, within time: Duration? = nil
    ) async throws -> BeaconList {
        let request = APIRequest(
            .GET, ["v1", "beacons"],
            query: [("after", after.map { "\($0)" }), ("limit", limit.map { "\($0)" }), ("alias", alias)]
        )
        return try await answer(request, within: time)
    }

    /// Get one beacon that is known or heard now.
    package func beacon(
        uuid: String, major: UInt16, minor: UInt16, within time: Duration? = nil
    ) async throws -> BeaconDescription {
        let request = APIRequest(.GET, ["v1", "beacons", uuid, "\(major)", "\(minor)"])
        return try await answer(request, within: time)
    }

    /// Remove a beacon with its name, its calibration and its history.
    package func forgetBeacon(uuid: String, major: UInt16, minor: UInt16, within time: Duration? = nil) async throws {
        let request = APIRequest(.DELETE, ["v1", "beacons", uuid, "\(major)", "\(minor)"])
        try await order(request, within: time)
    }

    /// Name a beacon, whether it is heard or not.
    package func setBeaconAlias(
        uuid: String, major: UInt16, minor: UInt16, _ body: AliasRequest, within time: Duration? = nil
    ) async throws -> BeaconDescription {
        let request = try APIRequest(.PUT, ["v1", "beacons", uuid, "\(major)", "\(minor)", "alias"], json: body)
        return try await answer(request, within: time)
    }

    /// Remove a beacon's name.
    package func removeBeaconAlias(
        uuid: String, major: UInt16, minor: UInt16, within time: Duration? = nil
    ) async throws -> BeaconDescription {
        let request = APIRequest(.DELETE, ["v1", "beacons", uuid, "\(major)", "\(minor)", "alias"])
        return try await answer(request, within: time)
    }

    /// Set a beacon's calibration: estimate its distance from a measured power.
    package func setCalibration(
        uuid: String, major: UInt16, minor: UInt16, _ body: BeaconCalibrationRecord, within time: Duration? = nil
    ) async throws -> BeaconDescription {
        let request = try APIRequest(.PUT, ["v1", "beacons", uuid, "\(major)", "\(minor)", "calibration"], json: body)
        return try await answer(request, within: time)
    }

    /// Remove a beacon's calibration: estimate its distance from the power that it states.
    package func removeCalibration(
        uuid: String, major: UInt16, minor: UInt16, within time: Duration? = nil
    ) async throws -> BeaconDescription {
        let request = APIRequest(.DELETE, ["v1", "beacons", uuid, "\(major)", "\(minor)", "calibration"])
        return try await answer(request, within: time)
    }

    /// Get the history of beacons, minute by minute.
    package func history(
        beacon: BeaconIdentity? = nil, from: Timestamp? = nil, to: Timestamp? = nil, after: String? = nil,
        limit: Int? = nil, within time: Duration? = nil
    ) async throws -> HistoryPage {
        let request = APIRequest(
            .GET, ["v1", "history"],
            query: [("beacon", beacon.map { "\($0)" }), ("from", from.map { "\($0)" }), ("to", to.map { "\($0)" }), ("after", after), ("limit", limit.map { "\($0)" })]
        )
        return try await answer(request, within: time)
    }
}
