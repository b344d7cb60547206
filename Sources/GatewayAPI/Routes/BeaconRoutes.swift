import Advertising
import Gateway
import GatewayModel
import Hummingbird
import JSONLines

extension GatewayAPI {
    var beaconRoutes: [Route] {
        [
            Route(.get, "/v1/beacons", query: ["after", "limit", "alias"]) { call in
                // All that was given is looked at, also where the name decides alone.
                let after = try call.query.identity("after")
                let limit = try call.query.number("limit", 1...1000) ?? 100
                guard let alias = try call.query.beaconAlias("alias") else {
                    return .json(try await gateway.beacons.beaconList(after: after, limit: limit))
                }
                let beacon = try await gateway.beacons.beacon(alias: alias)
                return .json(BeaconList(beacons: beacon.map { [$0] } ?? [], next: nil))
            },
            Route(.get, "/v1/beacons/{uuid}/{major}/{minor}") { call in
                .json(try await gateway.beacons.beacon(try call.identity()))
            },
            Route(.delete, "/v1/beacons/{uuid}/{major}/{minor}") { call in
                try await gateway.beacons.forgetBeacon(try call.identity())
                return .done
            },
            Route(.put, "/v1/beacons/{uuid}/{major}/{minor}/alias") { call in
                let wanted: AliasRequest = try await call.object()
                return .json(try await gateway.beacons.setAlias(wanted.alias, of: try call.identity()))
            },
            Route(.delete, "/v1/beacons/{uuid}/{major}/{minor}/alias") { call in
                .json(try await gateway.beacons.setAlias(nil, of: try call.identity()))
            },
            Route(.put, "/v1/beacons/{uuid}/{major}/{minor}/calibration") { call in
                let measured: BeaconCalibrationRecord = try await call.object()
                return .json(try await gateway.beacons.setCalibration(measured, of: try call.identity()))
            },
            Route(.delete, "/v1/beacons/{uuid}/{major}/{minor}/calibration") { call in
                .json(try await gateway.beacons.setCalibration(nil, of: try call.identity()))
            },
            Route(.get, "/v1/history", query: ["beacon", "from", "to", "after", "limit"]) { call in
                let from = try call.query.moment("from")?.microsecondsSince1970 ?? Int64.min
                let to = try call.query.moment("to")?.microsecondsSince1970 ?? Int64.max
                return .json(
                    try await gateway.beacons.history(
                        of: try call.query.identity("beacon"), in: from..<max(from, to),
                        after: try call.query.text("after"),
                        limit: try call.query.number("limit", 1...10_000) ?? 1000))
            },
        ]
    }
}

extension Call {
    /// The beacon that the path names.
    fileprivate func identity() throws -> BeaconIdentity {
        guard let uuid = ProximityUUID(name("uuid")) else { throw GatewayError.invalidBeaconUUID(name("uuid")) }
        return BeaconIdentity(
            uuid: uuid, major: try number("major", 0...UInt16.max), minor: try number("minor", 0...UInt16.max))
    }
}

extension Query {
    /// `UUID/major/minor`.
    fileprivate func identity(_ name: String) throws(RequestError) -> BeaconIdentity? {
        guard let text = try text(name) else { return nil }
        guard let identity = BeaconIdentity(text) else {
            throw .invalidParameter(name, expected: "UUID/major/minor")
        }
        return identity
    }

    /// A name as long as one can be.
    fileprivate func beaconAlias(_ name: String) throws(RequestError) -> String? {
        guard let text = try text(name) else { return nil }
        guard text.unicodeScalars.count <= 64 else {
            throw .invalidParameter(name, expected: "a name of 1 to 64 characters")
        }
        return text
    }

    /// RFC 3339, UTC.
    fileprivate func moment(_ name: String) throws(RequestError) -> Timestamp? {
        guard let text = try text(name) else { return nil }
        guard let moment = Timestamp(text) else {
            throw .invalidParameter(name, expected: "a time in UTC such as 2026-01-05T18:30:00Z")
        }
        return moment
    }
}
