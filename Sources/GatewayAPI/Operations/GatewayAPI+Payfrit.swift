import Advertising
import Failures
import Gateway
import GatewayModel
import LineFormats

extension GatewayAPI: PayfritOperations {
    func payfritStatus() async throws -> PayfritStatus { try await gateway.payfrit.status() }

    func sendPayfritOTP(_ body: PayfritOTPRequest) async throws { try await gateway.payfrit.account.sendOTP(body) }

    func logInToPayfrit(_ body: PayfritLogin) async throws -> PayfritStatus { try await gateway.payfrit.login(body) }

    func logOutOfPayfrit() async throws { try await gateway.payfrit.account.logout() }

    // MARK: Businesses

    func payfritBusinesses() async throws -> PayfritBusinessList { try await gateway.payfrit.account.businesses() }

    func payfritBusiness(_ business: Int) async throws -> PayfritBusiness {
        try await gateway.payfrit.account.business(business)
    }

    func choosePayfritBusiness(_ body: PayfritBusinessChoice) async throws -> PayfritBusiness {
        try await gateway.payfrit.account.use(body)
    }

    // MARK: Owners of beacons

    func lookUpPayfritBeacons(uuid: ProximityUUID?, mac: BluetoothAddress?) async throws -> PayfritBeaconList {
        switch (uuid, mac) {
        case (let uuid?, nil): return try await gateway.payfrit.directory.lookup("\(uuid)")
        case (nil, let address?): return try await gateway.payfrit.directory.lookup("\(address)")
        default: throw RequestError.invalidParameter("uuid", expected: "given alone; give either uuid or mac")
        }
    }

    func resolvePayfritBusiness(uuid: ProximityUUID, major: Int) async throws -> PayfritResolution {
        PayfritResolution(business: try await gateway.payfrit.directory.resolve(uuid: uuid, major: major))
    }

    /// Returns the known badges even if refreshing them fails; `error` then has the reason.
    func payfritBadges(_ body: PayfritBadgeQuestion) async throws -> PayfritBadgeList {
        let identities = body.identities.compactMap { BeaconIdentity($0) }
        var list = PayfritBadgeList(badges: [])
        do {
            try await gateway.payfrit.directory.refreshBadges(identities)
        } catch {
            let failure = Failure(error)
            list.error = ErrorReport(
                at: .now, code: failure.code, message: failure.message, hint: failure.hint)
        }
        list.badges = identities.map { gateway.payfrit.directory.badge(of: $0) }
        return list
    }

    // MARK: Service points

    func servicePoints() async throws -> PayfritServicePointList { try await gateway.payfrit.directory.servicePoints() }

    func addServicePoint(_ body: PayfritServicePointOrder) async throws -> PayfritServicePoint {
        try await gateway.payfrit.directory.saveServicePoint(nil, body)
    }

    func editServicePoint(_ point: Int, _ body: PayfritServicePointOrder) async throws -> PayfritServicePoint {
        try await gateway.payfrit.directory.saveServicePoint(point, body)
    }

    func assignPayfritBeacon(_ point: Int, _ body: PayfritAssignment) async throws -> PayfritServicePoint {
        try await gateway.payfrit.directory.assign(body.beacon, to: point)
    }

    func unassignPayfritBeacon(_ point: Int) async throws -> PayfritServicePoint {
        try await gateway.payfrit.directory.assign(nil, to: point)
    }

    func servicePointTypes() async throws -> PayfritServicePointTypeList {
        try await gateway.payfrit.directory.servicePointTypes()
    }

    // MARK: Beacons of the backend

    func payfritBeacons() async throws -> PayfritBeaconList { try await gateway.payfrit.directory.beacons() }

    func addPayfritBeacon(_ body: PayfritBeaconOrder) async throws -> PayfritBeacon {
        try await gateway.payfrit.directory.createBeacon(body)
    }

    func payfritBeacon(_ beacon: Int) async throws -> PayfritBeacon {
        try await gateway.payfrit.directory.beacon(beacon)
    }

    func editPayfritBeacon(_ beacon: Int, _ body: PayfritBeaconOrder) async throws -> PayfritBeacon {
        try await gateway.payfrit.directory.updateBeacon(beacon, body)
    }

    func deletePayfritBeacon(_ beacon: Int) async throws { try await gateway.payfrit.directory.deleteBeacon(beacon) }

    // MARK: Tables that get beacons

    func tables(state: [TableState]?, after: Int64, limit: Int) async throws -> PayfritTableList {
        try await gateway.payfrit.tables.list(states: state.map(Set.init), after: after, limit: limit)
    }

    func planTable(_ body: PayfritTableOrder) async throws -> PayfritTable {
        try await gateway.payfrit.planner.plan(body)
    }

    func table(_ table: Int64) async throws -> PayfritTable { try await gateway.payfrit.tables.table(table) }

    func dropTable(_ table: Int64) async throws -> PayfritTable { try await gateway.payfrit.tables.drop(table) }

    func provisionTable(_ table: Int64, _ body: PayfritProvisioning) async throws -> PayfritTableRun {
        try await named(rows: 1) { try await gateway.payfrit.tables.provision(table, body) }
    }

    func registerTable(_ table: Int64, _ body: PayfritRegistering) async throws -> PayfritTable {
        try await gateway.payfrit.tables.register(table, body)
    }

    // MARK: Registrations; retrying and dropping them are outbox operations

    func registrations(after: Int64, limit: Int) async throws -> PayfritRegistrationList {
        try await gateway.payfrit.registrations.list(after: after, limit: limit)
    }

    func deliverRegistrations() async throws { try await gateway.payfrit.registrations.deliverNow() }

    func editRegistration(_ entry: Int64, _ body: PayfritRegistrationChange) async throws -> PayfritRegistration {
        try await gateway.payfrit.registrations.edit(entry, body)
    }
}
