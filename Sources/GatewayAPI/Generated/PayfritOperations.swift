// Generated from docs/api by tools/api-types. Change docs/api and run tools/api-types.
// swift-format-ignore-file

import Advertising
import GatewayModel
import Hummingbird

/// Operations with the tag `payfrit`, which the server implements.
protocol PayfritOperations: Sendable {
    /// Get the state of the connection to the Payfrit backend.
    func payfritStatus() async throws -> PayfritStatus
    /// Send a one-time password to a phone.
    func sendPayfritOTP(_ body: PayfritOTPRequest) async throws
    /// Log in to the backend.
    func logInToPayfrit(_ body: PayfritLogin) async throws -> PayfritStatus
    /// Log out of the backend.
    func logOutOfPayfrit() async throws
    /// List the businesses of the user.
    func payfritBusinesses() async throws -> PayfritBusinessList
    /// Get one business of the user.
    func payfritBusiness(_ business: Int) async throws -> PayfritBusiness
    /// Choose the business for later requests.
    func choosePayfritBusiness(_ body: PayfritBusinessChoice) async throws -> PayfritBusiness
    /// Look up registered beacons by UUID or hardware address.
    func lookUpPayfritBeacons(uuid: ProximityUUID?, mac: BluetoothAddress?) async throws -> PayfritBeaconList
    /// Find the business that a UUID and a major belong to.
    func resolvePayfritBusiness(uuid: ProximityUUID, major: Int) async throws -> PayfritResolution
    /// Find the owners of beacons that are heard.
    func payfritBadges(_ body: PayfritBadgeQuestion) async throws -> PayfritBadgeList
    /// List the service points of the business.
    func servicePoints() async throws -> PayfritServicePointList
    /// Create a service point.
    func addServicePoint(_ body: PayfritServicePointOrder) async throws -> PayfritServicePoint
    /// Change a service point.
    func editServicePoint(_ point: Int, _ body: PayfritServicePointOrder) async throws -> PayfritServicePoint
    /// Assign a beacon to a service point.
    func assignPayfritBeacon(_ point: Int, _ body: PayfritAssignment) async throws -> PayfritServicePoint
    /// Unassign the beacon of a service point.
    func unassignPayfritBeacon(_ point: Int) async throws -> PayfritServicePoint
    /// List the types of service points.
    func servicePointTypes() async throws -> PayfritServicePointTypeList
    /// List the beacons of the business.
    func payfritBeacons() async throws -> PayfritBeaconList
    /// Create a beacon.
    func addPayfritBeacon(_ body: PayfritBeaconOrder) async throws -> PayfritBeacon
    /// Get one beacon of the business.
    func payfritBeacon(_ beacon: Int) async throws -> PayfritBeacon
    /// Change a beacon.
    func editPayfritBeacon(_ beacon: Int, _ body: PayfritBeaconOrder) async throws -> PayfritBeacon
    /// Delete a beacon.
    func deletePayfritBeacon(_ beacon: Int) async throws
    /// List the tables that get beacons.
    func tables(state: [TableState]?, after: Int64, limit: Int) async throws -> PayfritTableList
    /// Plan a table.
    func planTable(_ body: PayfritTableOrder) async throws -> PayfritTable
    /// Get one table.
    func table(_ table: Int64) async throws -> PayfritTable
    /// Drop a table, and its registration if that has not been delivered.
    func dropTable(_ table: Int64) async throws -> PayfritTable
    /// Start to provision the beacon of a table.
    func provisionTable(_ table: Int64, _ body: PayfritProvisioning) async throws -> PayfritTableRun
    /// Queue the registration of a table whose beacon was written.
    func registerTable(_ table: Int64, _ body: PayfritRegistering) async throws -> PayfritTable
    /// List the registrations that wait for delivery or were refused.
    func registrations(after: Int64, limit: Int) async throws -> PayfritRegistrationList
    /// Deliver the waiting registrations now.
    func deliverRegistrations() async throws
    /// Change a registration that is not being delivered.
    func editRegistration(_ entry: Int64, _ body: PayfritRegistrationChange) async throws -> PayfritRegistration
}

extension PayfritOperations {
    var payfritRoutes: [Route] {
        [
            Route(.get, "/v1/payfrit/status", role: .viewer) { _ in
                .json(try await payfritStatus())
            },
            Route(.post, "/v1/payfrit/otp", role: .crew) { call in
                try await sendPayfritOTP(try await call.object())
                return .done
            },
            Route(.post, "/v1/payfrit/login", role: .crew) { call in
                .json(try await logInToPayfrit(try await call.object()))
            },
            Route(.post, "/v1/payfrit/logout", role: .crew) { _ in
                try await logOutOfPayfrit()
                return .done
            },
            Route(.get, "/v1/payfrit/businesses", role: .viewer) { _ in
                .json(try await payfritBusinesses())
            },
            Route(.get, "/v1/payfrit/businesses/{business}", role: .viewer) { call in
                .json(try await payfritBusiness(try call.number("business", 1...2_147_483_647)))
            },
            Route(.put, "/v1/payfrit/business", role: .crew) { call in
                .json(try await choosePayfritBusiness(try await call.object()))
            },
            Route(.get, "/v1/payfrit/lookup", query: ["uuid", "mac"], role: .viewer) { call in
                .json(try await lookUpPayfritBeacons(uuid: try call.query.value("uuid"), mac: try call.query.value("mac")))
            },
            Route(.get, "/v1/payfrit/resolve", query: ["uuid", "major"], role: .viewer) { call in
                .json(try await resolvePayfritBusiness(uuid: try call.query.needed("uuid", call.query.value("uuid")), major: try call.query.needed("major", call.query.number("major", 0...65_535))))
            },
            Route(.post, "/v1/payfrit/badges", role: .viewer) { call in
                .json(try await payfritBadges(try await call.object()))
            },
            Route(.get, "/v1/payfrit/service-points", role: .viewer) { _ in
                .json(try await servicePoints())
            },
            Route(.post, "/v1/payfrit/service-points", role: .crew) { call in
                .json(try await addServicePoint(try await call.object()), status: .created)
            },
            Route(.patch, "/v1/payfrit/service-points/{point}", role: .crew) { call in
                .json(try await editServicePoint(try call.number("point", 1...2_147_483_647), try await call.object()))
            },
            Route(.put, "/v1/payfrit/service-points/{point}/beacon", role: .crew) { call in
                .json(try await assignPayfritBeacon(try call.number("point", 1...2_147_483_647), try await call.object()))
            },
            Route(.delete, "/v1/payfrit/service-points/{point}/beacon", role: .crew) { call in
                .json(try await unassignPayfritBeacon(try call.number("point", 1...2_147_483_647)))
            },
            Route(.get, "/v1/payfrit/service-point-types", role: .viewer) { _ in
                .json(try await servicePointTypes())
            },
            Route(.get, "/v1/payfrit/beacons", role: .viewer) { _ in
                .json(try await payfritBeacons())
            },
            Route(.post, "/v1/payfrit/beacons", role: .crew) { call in
                .json(try await addPayfritBeacon(try await call.object()), status: .created)
            },
            Route(.get, "/v1/payfrit/beacons/{beacon}", role: .viewer) { call in
                .json(try await payfritBeacon(try call.number("beacon", 1...2_147_483_647)))
            },
            Route(.patch, "/v1/payfrit/beacons/{beacon}", role: .crew) { call in
                .json(try await editPayfritBeacon(try call.number("beacon", 1...2_147_483_647), try await call.object()))
            },
            Route(.delete, "/v1/payfrit/beacons/{beacon}", role: .crew) { call in
                try await deletePayfritBeacon(try call.number("beacon", 1...2_147_483_647))
                return .done
            },
            Route(.get, "/v1/payfrit/tables", query: ["state", "after", "limit"], role: .viewer) { call in
                .json(try await tables(state: try call.query.words("state"), after: try call.query.number("after", 0...Int64.max) ?? 0, limit: try call.query.number("limit", 1...1_000) ?? 100))
            },
            Route(.post, "/v1/payfrit/tables", role: .crew) { call in
                .json(try await planTable(try await call.object()))
            },
            Route(.get, "/v1/payfrit/tables/{table}", role: .viewer) { call in
                .json(try await table(try call.number("table", 1...Int64.max)))
            },
            Route(.delete, "/v1/payfrit/tables/{table}", role: .crew) { call in
                .json(try await dropTable(try call.number("table", 1...Int64.max)))
            },
            Route(.post, "/v1/payfrit/tables/{table}/provision", role: .crew) { call in
                .json(try await provisionTable(try call.number("table", 1...Int64.max), try await call.object()), status: .created)
            },
            Route(.post, "/v1/payfrit/tables/{table}/register", role: .crew) { call in
                .json(try await registerTable(try call.number("table", 1...Int64.max), try await call.object()))
            },
            Route(.get, "/v1/payfrit/queue", query: ["after", "limit"], role: .viewer) { call in
                .json(try await registrations(after: try call.query.number("after", 0...Int64.max) ?? 0, limit: try call.query.number("limit", 1...1_000) ?? 100))
            },
            Route(.post, "/v1/payfrit/deliver", role: .crew) { _ in
                try await deliverRegistrations()
                return .done
            },
            Route(.patch, "/v1/payfrit/queue/{entry}", role: .crew) { call in
                .json(try await editRegistration(try call.number("entry", 1...Int64.max), try await call.object()))
            },
        ]
    }
}
