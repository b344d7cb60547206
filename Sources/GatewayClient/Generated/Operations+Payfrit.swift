// Generated from docs/api by tools/api-types. Change docs/api and run tools/api-types.
// swift-format-ignore-file

import Advertising
import GatewayModel

extension GatewayClient {
    /// Get the state of the connection to the Payfrit backend.
    package func payfritStatus(within time: Duration? = nil) async throws -> PayfritStatus {
        let request = APIRequest(.GET, ["v1", "payfrit", "status"])
        return try await answer(request, within: time)
    }

    /// Send a one-time password to a phone.
    ///
    /// Only if `api` is `php`. The request is sent to the backend once.
    package func sendPayfritOTP(_ body: PayfritOTPRequest, within time: Duration? = nil) async throws {
        let request = try APIRequest(.POST, ["v1", "payfrit", "otp"], json: body)
        try await order(request, within: time ?? limits.backend)
    }

    /// Log in to the backend.
    ///
    /// The gateway stores the login; its token is never shown. A wrong password is a refusal by the backend, 409 with
    /// the code `payfrit-refused`; an earlier login then stays valid. If the user has exactly one business, it is
    /// chosen.
    package func logInToPayfrit(_ body: PayfritLogin, within time: Duration? = nil) async throws -> PayfritStatus {
        let request = try APIRequest(.POST, ["v1", "payfrit", "login"], json: body)
        return try await answer(request, within: time ?? limits.backend)
    }

    /// Log out of the backend.
    ///
    /// Waiting registrations stay queued until the next login.
    package func logOutOfPayfrit(within time: Duration? = nil) async throws {
        let request = APIRequest(.POST, ["v1", "payfrit", "logout"])
        try await order(request, within: time)
    }

    /// List the businesses of the user.
    package func payfritBusinesses(within time: Duration? = nil) async throws -> PayfritBusinessList {
        let request = APIRequest(.GET, ["v1", "payfrit", "businesses"])
        return try await answer(request, within: time ?? limits.backend)
    }

    /// Get one business of the user.
    package func payfritBusiness(_ business: Int, within time: Duration? = nil) async throws -> PayfritBusiness {
        let request = APIRequest(.GET, ["v1", "payfrit", "businesses", "\(business)"])
        return try await answer(request, within: time ?? limits.backend)
    }

    /// Choose the business for later requests.
    package func choosePayfritBusiness(
        _ body: PayfritBusinessChoice, within time: Duration? = nil
    ) async throws -> PayfritBusiness {
        let request = try APIRequest(.PUT, ["v1", "payfrit", "business"], json: body)
        return try await answer(request, within: time ?? limits.backend)
    }

    /// Look up registered beacons by UUID or hardware address.
    ///
    /// Needs no login. While the backend is out of reach, the answer comes from the list of active beacons that was
    /// read last; `as_of` then has its time.
    package func lookUpPayfritBeacons(
        uuid: ProximityUUID? = nil, mac: BluetoothAddress? = nil, within time: Duration? = nil
    ) async throws -> PayfritBeaconList {
        let request = APIRequest(
            .GET, ["v1", "payfrit", "lookup"], query: [("uuid", uuid.map { "\($0)" }), ("mac", mac.map { "\($0)" })]
        )
        return try await answer(request, within: time ?? limits.backend)
    }

    /// Find the business that a UUID and a major belong to.
    package func resolvePayfritBusiness(
        uuid: ProximityUUID, major: Int, within time: Duration? = nil
    ) async throws -> PayfritResolution {
        let request = APIRequest(
            .GET, ["v1", "payfrit", "resolve"], query: [("uuid", "\(uuid)"), ("major", "\(major)")]
        )
        return try await answer(request, within: time ?? limits.backend)
    }

    /// Find the owners of beacons that are heard.
    ///
    /// The backend is not asked again for answers that are at most 10 minutes old. It is asked for at most 32 groups of
    /// beacons at a time: repeat the request for the rest.
    package func payfritBadges(
        _ body: PayfritBadgeQuestion, within time: Duration? = nil
    ) async throws -> PayfritBadgeList {
        let request = try APIRequest(.POST, ["v1", "payfrit", "badges"], json: body)
        return try await answer(request, within: time ?? limits.backend)
    }

    /// List the service points of the business.
    package func servicePoints(within time: Duration? = nil) async throws -> PayfritServicePointList {
        let request = APIRequest(.GET, ["v1", "payfrit", "service-points"])
        return try await answer(request, within: time ?? limits.backend)
    }

    /// Create a service point.
    ///
    /// Only if `api` is `php`. The request is sent to the backend once: after an unknown outcome, check whether the
    /// service point exists.
    package func addServicePoint(
        _ body: PayfritServicePointOrder, within time: Duration? = nil
    ) async throws -> PayfritServicePoint {
        let request = try APIRequest(.POST, ["v1", "payfrit", "service-points"], json: body)
        return try await answer(request, within: time ?? limits.backend)
    }

    /// Change a service point.
    ///
    /// Only if `api` is `php`. Absent fields stay unchanged.
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

    /// Unassign the beacon of a service point.
    package func unassignPayfritBeacon(_ point: Int, within time: Duration? = nil) async throws -> PayfritServicePoint {
        let request = APIRequest(.DELETE, ["v1", "payfrit", "service-points", "\(point)", "beacon"])
        return try await answer(request, within: time ?? limits.backend)
    }

    /// List the types of service points.
    ///
    /// Only if `api` is `cfm`.
    package func servicePointTypes(within time: Duration? = nil) async throws -> PayfritServicePointTypeList {
        let request = APIRequest(.GET, ["v1", "payfrit", "service-point-types"])
        return try await answer(request, within: time ?? limits.backend)
    }

    /// List the beacons of the business.
    package func payfritBeacons(within time: Duration? = nil) async throws -> PayfritBeaconList {
        let request = APIRequest(.GET, ["v1", "payfrit", "beacons"])
        return try await answer(request, within: time ?? limits.backend)
    }

    /// Create a beacon.
    ///
    /// The request is sent to the backend once: after an unknown outcome, check whether the beacon exists.
    package func addPayfritBeacon(
        _ body: PayfritBeaconOrder, within time: Duration? = nil
    ) async throws -> PayfritBeacon {
        let request = try APIRequest(.POST, ["v1", "payfrit", "beacons"], json: body)
        return try await answer(request, within: time ?? limits.backend)
    }

    /// Get one beacon of the business.
    package func payfritBeacon(_ beacon: Int, within time: Duration? = nil) async throws -> PayfritBeacon {
        let request = APIRequest(.GET, ["v1", "payfrit", "beacons", "\(beacon)"])
        return try await answer(request, within: time ?? limits.backend)
    }

    /// Change a beacon.
    ///
    /// Absent fields stay unchanged.
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

    /// List the tables that get beacons.
    ///
    /// Lists the tables of the configured backend with the backend's data, at most 10 s old. If the backend does not
    /// answer within 3 s, the data are those of its last answer, and `stale` is true.
    package func tables(
        state: [TableState]? = nil, after: Int64? = nil, limit: Int? = nil, within time: Duration? = nil
    ) async throws -> PayfritTableList {
        let request = APIRequest(
            .GET, ["v1", "payfrit", "tables"],
            query: [("after", after.map { "\($0)" }), ("limit", limit.map { "\($0)" })] + (state ?? []).map { ("state", $0.rawValue) }
        )
        return try await answer(request, within: time)
    }

    /// Plan a table.
    ///
    /// Creates the service point if it is a new one, and allocates the identity of the beacon. Repeated requests for
    /// the same service point give the same table.
    package func planTable(_ body: PayfritTableOrder, within time: Duration? = nil) async throws -> PayfritTable {
        let request = try APIRequest(.POST, ["v1", "payfrit", "tables"], json: body)
        return try await answer(request, within: time ?? limits.backend)
    }

    /// Get one table.
    package func table(_ table: Int64, within time: Duration? = nil) async throws -> PayfritTable {
        let request = APIRequest(.GET, ["v1", "payfrit", "tables", "\(table)"])
        return try await answer(request, within: time)
    }

    /// Drop a table, and its registration if that has not been delivered.
    ///
    /// The service point stays, and so does everything that the backend has recorded.
    package func dropTable(_ table: Int64, within time: Duration? = nil) async throws -> PayfritTable {
        let request = APIRequest(.DELETE, ["v1", "payfrit", "tables", "\(table)"])
        return try await answer(request, within: time)
    }

    /// Start to provision the beacon of a table.
    ///
    /// `GET /v1/provisioning/progress` shows the progress of the run. When the beacon is verified, its registration is
    /// queued automatically. Needs no network.
    package func provisionTable(
        _ table: Int64, _ body: PayfritProvisioning, within time: Duration? = nil
    ) async throws -> PayfritTableRun {
        let request = try APIRequest(.POST, ["v1", "payfrit", "tables", "\(table)", "provision"], json: body)
        return try await answer(request, within: time)
    }

    /// Queue the registration of a table whose beacon was written.
    ///
    /// A registration that is queued or delivered already stays unchanged.
    package func registerTable(
        _ table: Int64, _ body: PayfritRegistering, within time: Duration? = nil
    ) async throws -> PayfritTable {
        let request = try APIRequest(.POST, ["v1", "payfrit", "tables", "\(table)", "register"], json: body)
        return try await answer(request, within: time)
    }

    /// List the registrations that wait for delivery or were refused.
    ///
    /// Registrations are entries of the outbox and are retried and dropped there. Those for other backends are
    /// included.
    package func registrations(
        after: Int64? = nil, limit: Int? = nil, within time: Duration? = nil
    ) async throws -> PayfritRegistrationList {
        let request = APIRequest(
            .GET, ["v1", "payfrit", "queue"],
            query: [("after", after.map { "\($0)" }), ("limit", limit.map { "\($0)" })]
        )
        return try await answer(request, within: time)
    }

    /// Deliver the waiting registrations now.
    ///
    /// Failed registrations are retried without waiting for their next attempt, and held ones are checked again. The
    /// answer comes before anything is delivered.
    package func deliverRegistrations(within time: Duration? = nil) async throws {
        let request = APIRequest(.POST, ["v1", "payfrit", "deliver"])
        try await order(request, within: time)
    }

    /// Change a registration that is not being delivered.
    ///
    /// Absent fields stay unchanged. The change does not retry a refused registration.
    package func editRegistration(
        _ entry: Int64, _ body: PayfritRegistrationChange, within time: Duration? = nil
    ) async throws -> PayfritRegistration {
        let request = try APIRequest(.PATCH, ["v1", "payfrit", "queue", "\(entry)"], json: body)
        return try await answer(request, within: time)
    }
}
