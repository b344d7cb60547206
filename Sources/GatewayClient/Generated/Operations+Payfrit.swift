// Made from docs/api by tools/api-types. Change that, and run it again.
// swift-format-ignore-file

import Advertising
import GatewayModel

extension GatewayClient {
    /// How the gateway stands with the Payfrit backend.
    package func payfritStatus(within time: Duration? = nil) async throws -> PayfritStatus {
        let request = APIRequest(.GET, ["v1", "payfrit", "status"])
        return try await answer(request, within: time)
    }

    /// Have a one-time password sent.
    ///
    /// Only where `api` is `php`. It is sent once.
    package func sendPayfritOTP(_ body: PayfritOTPRequest, within time: Duration? = nil) async throws {
        let request = try APIRequest(.POST, ["v1", "payfrit", "otp"], json: body)
        try await order(request, within: time ?? limits.backend)
    }

    /// Log in to the backend.
    ///
    /// The gateway keeps the login, and nobody is told its token. A wrong password is the backend's refusal, 409 with
    /// the code `payfrit-refused`; then who was logged in still is. Where the user has one business, it is chosen.
    package func logInToPayfrit(_ body: PayfritLogin, within time: Duration? = nil) async throws -> PayfritStatus {
        let request = try APIRequest(.POST, ["v1", "payfrit", "login"], json: body)
        return try await answer(request, within: time ?? limits.backend)
    }

    /// Throw the login away.
    ///
    /// Registrations that wait do so until the next login.
    package func logOutOfPayfrit(within time: Duration? = nil) async throws {
        let request = APIRequest(.POST, ["v1", "payfrit", "logout"])
        try await order(request, within: time)
    }

    /// The businesses of the user.
    package func payfritBusinesses(within time: Duration? = nil) async throws -> PayfritBusinessList {
        let request = APIRequest(.GET, ["v1", "payfrit", "businesses"])
        return try await answer(request, within: time ?? limits.backend)
    }

    /// One business of the user.
    package func payfritBusiness(_ business: Int, within time: Duration? = nil) async throws -> PayfritBusiness {
        let request = APIRequest(.GET, ["v1", "payfrit", "businesses", "\(business)"])
        return try await answer(request, within: time ?? limits.backend)
    }

    /// Choose the business that later requests are about.
    package func choosePayfritBusiness(
        _ body: PayfritBusinessChoice, within time: Duration? = nil
    ) async throws -> PayfritBusiness {
        let request = try APIRequest(.PUT, ["v1", "payfrit", "business"], json: body)
        return try await answer(request, within: time ?? limits.backend)
    }

    /// What is registered with a UUID, or as the hardware with an address.
    ///
    /// Needs no login. While the backend is out of reach, what was read last of every active beacon is the answer, with
    /// `as_of`.
    package func lookUpPayfritBeacons(
        uuid: ProximityUUID? = nil, mac: BluetoothAddress? = nil, within time: Duration? = nil
    ) async throws -> PayfritBeaconList {
        let request = APIRequest(
            .GET, ["v1", "payfrit", "lookup"], query: [("uuid", uuid.map { "\($0)" }), ("mac", mac.map { "\($0)" })]
        )
        return try await answer(request, within: time ?? limits.backend)
    }

    /// Whose a UUID and a major are.
    package func resolvePayfritBusiness(
        uuid: ProximityUUID, major: Int, within time: Duration? = nil
    ) async throws -> PayfritResolution {
        let request = APIRequest(
            .GET, ["v1", "payfrit", "resolve"], query: [("uuid", "\(uuid)"), ("major", "\(major)")]
        )
        return try await answer(request, within: time ?? limits.backend)
    }

    /// Whose beacons are that are heard.
    ///
    /// What is known and not older than 10 minutes is not asked for again, and at most 32 groups of beacons are asked
    /// for at a time: ask again for the rest.
    package func payfritBadges(
        _ body: PayfritBadgeQuestion, within time: Duration? = nil
    ) async throws -> PayfritBadgeList {
        let request = try APIRequest(.POST, ["v1", "payfrit", "badges"], json: body)
        return try await answer(request, within: time ?? limits.backend)
    }

    /// The service points of the business.
    package func servicePoints(within time: Duration? = nil) async throws -> PayfritServicePointList {
        let request = APIRequest(.GET, ["v1", "payfrit", "service-points"])
        return try await answer(request, within: time ?? limits.backend)
    }

    /// Make a service point.
    ///
    /// Only where `api` is `php`. It is sent once: after an unknown outcome, look whether it is there.
    package func addServicePoint(
        _ body: PayfritServicePointOrder, within time: Duration? = nil
    ) async throws -> PayfritServicePoint {
        let request = try APIRequest(.POST, ["v1", "payfrit", "service-points"], json: body)
        return try await answer(request, within: time ?? limits.backend)
    }

    /// Change a service point.
    ///
    /// Only where `api` is `php`. What is missing stays as it is.
    package func editServicePoint(
        _ point: Int, _ body: PayfritServicePointOrder, within time: Duration? = nil
    ) async throws -> PayfritServicePoint {
        let request = try APIRequest(.PATCH, ["v1", "payfrit", "service-points", "\(point)"], json: body)
        return try await answer(request, within: time ?? limits.backend)
    }

    /// Assign a beacon to a service point.
    package func assignPayfritBeacon(
        _ point: Int, _ body: PayfritAssignment, within time: Duration? = nil
    ) async throws -> PayfritServicePoint {
        let request = try APIRequest(.PUT, ["v1", "payfrit", "service-points", "\(point)", "beacon"], json: body)
        return try await answer(request, within: time ?? limits.backend)
    }

    /// Take away the beacon that a service point has.
    package func unassignPayfritBeacon(_ point: Int, within time: Duration? = nil) async throws -> PayfritServicePoint {
        let request = APIRequest(.DELETE, ["v1", "payfrit", "service-points", "\(point)", "beacon"])
        return try await answer(request, within: time ?? limits.backend)
    }

    /// The kinds of service points there are.
    ///
    /// Only where `api` is `cfm`.
    package func servicePointTypes(within time: Duration? = nil) async throws -> PayfritServicePointTypeList {
        let request = APIRequest(.GET, ["v1", "payfrit", "service-point-types"])
        return try await answer(request, within: time ?? limits.backend)
    }

    /// The beacons of the business.
    package func payfritBeacons(within time: Duration? = nil) async throws -> PayfritBeaconList {
        let request = APIRequest(.GET, ["v1", "payfrit", "beacons"])
        return try await answer(request, within: time ?? limits.backend)
    }

    /// Make a beacon.
    ///
    /// It is sent once: after an unknown outcome, look whether it is there.
    package func addPayfritBeacon(
        _ body: PayfritBeaconOrder, within time: Duration? = nil
    ) async throws -> PayfritBeacon {
        let request = try APIRequest(.POST, ["v1", "payfrit", "beacons"], json: body)
        return try await answer(request, within: time ?? limits.backend)
    }

    /// One beacon of the business.
    package func payfritBeacon(_ beacon: Int, within time: Duration? = nil) async throws -> PayfritBeacon {
        let request = APIRequest(.GET, ["v1", "payfrit", "beacons", "\(beacon)"])
        return try await answer(request, within: time ?? limits.backend)
    }

    /// Change a beacon.
    ///
    /// What is missing stays as it is.
    package func editPayfritBeacon(
        _ beacon: Int, _ body: PayfritBeaconOrder, within time: Duration? = nil
    ) async throws -> PayfritBeacon {
        let request = try APIRequest(.PATCH, ["v1", "payfrit", "beacons", "\(beacon)"], json: body)
        return try await answer(request, within: time ?? limits.backend)
    }

    /// Delete a beacon.
    package func deletePayfritBeacon(_ beacon: Int, within time: Duration? = nil) async throws {
        let request = APIRequest(.DELETE, ["v1", "payfrit", "beacons", "\(beacon)"])
        try await order(request, within: time ?? limits.backend)
    }

    /// Tables that get beacons.
    ///
    /// Those of the backend that is set up, as it has them, at most ten seconds old. Where it does not answer within 3
    /// s, as they were when it last did, which `stale` says.
    package func tables(
        state: [TableState]? = nil, after: Int64? = nil, limit: Int? = nil, within time: Duration? = nil
    ) async throws -> PayfritTableList {
        let request = APIRequest(
            .GET, ["v1", "payfrit", "tables"],
            query: [("after", after.map { "\($0)" }), ("limit", limit.map { "\($0)" })] + (state ?? []).map { ("state", $0.rawValue) }
        )
        return try await answer(request, within: time)
    }

    /// Take a table.
    ///
    /// Its service point is made where it is to be a new one, and its identity is allocated. The same service point
    /// gives the same table, however often it is asked for.
    package func planTable(_ body: PayfritTableOrder, within time: Duration? = nil) async throws -> PayfritTable {
        let request = try APIRequest(.POST, ["v1", "payfrit", "tables"], json: body)
        return try await answer(request, within: time ?? limits.backend)
    }

    /// One table.
    package func table(_ table: Int64, within time: Duration? = nil) async throws -> PayfritTable {
        let request = APIRequest(.GET, ["v1", "payfrit", "tables", "\(table)"])
        return try await answer(request, within: time)
    }

    /// Drop a table, and its registration where that has not arrived.
    ///
    /// Its service point stays, and so does what the backend knows already.
    package func dropTable(_ table: Int64, within time: Duration? = nil) async throws -> PayfritTable {
        let request = APIRequest(.DELETE, ["v1", "payfrit", "tables", "\(table)"])
        return try await answer(request, within: time)
    }

    /// Begin to give a table its beacon.
    ///
    /// How the run goes on is told by `GET /v1/provisioning/progress`. Once the beacon is seen on the air as it is to
    /// be, the registration is queued by itself. Needs no network.
    package func provisionTable(
        _ table: Int64, _ body: PayfritProvisioning, within time: Duration? = nil
    ) async throws -> PayfritTableRun {
        let request = try APIRequest(.POST, ["v1", "payfrit", "tables", "\(table)", "provision"], json: body)
        return try await answer(request, within: time)
    }

    /// Queue the registration of a table whose beacon was written.
    ///
    /// One that is queued or registered already stays so.
    package func registerTable(
        _ table: Int64, _ body: PayfritRegistering, within time: Duration? = nil
    ) async throws -> PayfritTable {
        let request = try APIRequest(.POST, ["v1", "payfrit", "tables", "\(table)", "register"], json: body)
        return try await answer(request, within: time)
    }

    /// Registrations that are on their way or were refused.
    ///
    /// They are entries of the outbox, which are tried again and dropped there; those for other backends are among
    /// them.
    package func registrations(
        after: Int64? = nil, limit: Int? = nil, within time: Duration? = nil
    ) async throws -> PayfritRegistrationList {
        let request = APIRequest(
            .GET, ["v1", "payfrit", "queue"],
            query: [("after", after.map { "\($0)" }), ("limit", limit.map { "\($0)" })]
        )
        return try await answer(request, within: time)
    }

    /// Try what waits to be registered at once.
    ///
    /// What has failed is not made to wait for its next attempt, and what is held up is looked at once more. It answers
    /// before anything has arrived.
    package func deliverRegistrations(within time: Duration? = nil) async throws {
        let request = APIRequest(.POST, ["v1", "payfrit", "deliver"])
        try await order(request, within: time)
    }

    /// Change a registration that is not being delivered.
    ///
    /// What is missing stays as it is. One that was refused is not tried again by that.
    package func editRegistration(
        _ entry: Int64, _ body: PayfritRegistrationChange, within time: Duration? = nil
    ) async throws -> PayfritRegistration {
        let request = try APIRequest(.PATCH, ["v1", "payfrit", "queue", "\(entry)"], json: body)
        return try await answer(request, within: time)
    }
}
