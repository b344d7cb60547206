import Advertising
import DevBackend
import TestSupport
import Failures
import Foundation
import GatewayTestSupport
import GatewayModel
import SimulatedDongle
import Testing

@testable import GatewayClient

/// Payfrit through the client, against the real server, a simulated dongle and the development
/// backend.
@Suite(.timeLimit(.minutes(2))) struct LivePayfritTests {
    /// Serves while `body` runs, with no user logged in.
    private func with(
        dongle hasDongle: Bool = false,
        _ body: @escaping @Sendable (GatewayClient, DevBackend) async throws -> Void
    ) async throws {
        let backend = try DevBackend()
        try await backend.serving { url in
            try await withLiveClient(dongle: hasDongle, gateway: { $0.payfrit.environment = url }) { client in
                try await body(client, backend)
            }
        }
    }

    private func logIn(_ client: GatewayClient) async throws {
        _ = try await client.logInToPayfrit(PayfritLogin(phone: "+15550100", otp: "123456"))
        #expect(try await client.choosePayfritBusiness(PayfritBusinessChoice(business: "Lindenhof")).id == 1)
    }

    @Test("a login, its businesses and its end")
    func login() async throws {
        try await with { client, _ in
            try await refused("not-logged-in", 403) { _ = try await client.payfritBusinesses() }
            try await client.sendPayfritOTP(PayfritOTPRequest(phone: "+15550101"))
            try await refused("payfrit-refused", 409) {
                _ = try await client.logInToPayfrit(PayfritLogin(phone: "+15550101", otp: "000000"))
            }
            let status = try await client.logInToPayfrit(PayfritLogin(phone: "+15550101", otp: "123456"))
            #expect(status.user?.name == "Ben" && status.business?.id == 2 && status.isDev)
            #expect(try await client.payfritBusinesses().businesses.map(\.name) == ["Nordwind"])
            #expect(try await client.payfritBusiness(2).city == "Kiel")
            try await refused("unknown-business", 404) {
                _ = try await client.choosePayfritBusiness(PayfritBusinessChoice(business: "Lindenhof"))
            }
            #expect(try await client.payfritStatus().business?.name == "Nordwind")
            try await client.logOutOfPayfrit()
            #expect(try await client.payfritStatus().user == nil)
        }
    }

    @Test("service points and beacons are made, assigned, changed and deleted")
    func beacons() async throws {
        try await with { client, _ in
            try await logIn(client)
            let point = try await client.addServicePoint(PayfritServicePointOrder(name: "Bar 1"))
            let renamed = try await client.editServicePoint(point.id, PayfritServicePointOrder(name: "Bar 2"))
            #expect(renamed.id == point.id && renamed.name == "Bar 2")
            let uuid: ProximityUUID = "6B1D0C5E-7A43-4F20-9C11-0000000000AA"
            let beacon = try await client.addPayfritBeacon(PayfritBeaconOrder(name: "Loose", uuid: uuid))
            #expect(try await client.payfritBeacon(beacon.id) == beacon)
            let changed = try await client.editPayfritBeacon(beacon.id, PayfritBeaconOrder(name: "Tight"))
            #expect(changed.name == "Tight" && changed.uuid == uuid.description)
            #expect(try await client.lookUpPayfritBeacons(uuid: uuid).beacons.map(\.id) == [beacon.id])
            #expect(try await client.lookUpPayfritBeacons(mac: BluetoothAddress("c2:00:00:00:00:01")).beacons.isEmpty)
            #expect(
                try await client.assignPayfritBeacon(point.id, PayfritAssignment(beacon: beacon.id)).beacon == beacon.id
            )
            let listed = try await client.servicePoints().servicePoints.first { $0.id == point.id }
            #expect(listed?.beaconName == "Tight")
            #expect(try await client.unassignPayfritBeacon(point.id).beacon == nil)
            try await client.deletePayfritBeacon(beacon.id)
            #expect(try await client.payfritBeacons().beacons.map(\.active) == [false])
            try await refused("payfrit-not-in-this-api", 409) { _ = try await client.servicePointTypes() }
        }
    }

    @Test("a table is taken, provisioned, seen and registered once")
    func table() async throws {
        try await with(dongle: true) { client, backend in
            try await logIn(client)
            let table = try await client.planTable(PayfritTableOrder(name: "Table 2"))
            #expect(table.state == .planned)
            try await refused("not-provisioned", 409) {
                _ = try await client.registerTable(table.id, PayfritRegistering(force: false))
            }
            let begun = try await client.provisionTable(table.id, PayfritProvisioning(address: "48:87:2d:11:00:01"))
            #expect(begun.batch.runs.map(\.name) == ["Table 2"] && begun.table.id == table.id)
            for try await _ in try await client.progress(batch: begun.batch.batch) {}
            let run = try await client.run(try #require(begun.batch.runs.first?.id))
            #expect(run.state == .verified, "\(String(describing: run.reason))")

            try await eventually("registered") { try await client.table(table.id).state == .registered }
            let done = try await client.table(table.id)
            #expect(done.run == run.id && done.address == "48:87:2d:11:00:01" && done.beacon != nil)
            #expect(try await client.tables(state: [.registered], limit: 1000).tables == [done])
            #expect(try await client.tables(state: [.planned, .queued], limit: 1000).tables.isEmpty)
            #expect(try await client.registrations(limit: 1000).registrations.isEmpty)
            let state = try await backend.state()
            #expect(Array(state.registrations.values) == [1] && Array(state.verifies.values) == [1])
            let found = try await client.lookUpPayfritBeacons(mac: BluetoothAddress("48:87:2d:11:00:01")).beacons
            #expect(found.map(\.id) == [done.beacon] && found.first?.servicePointName == "Table 2")

            let identity = "\(done.uuid)/\(done.major)/\(done.minor)"
            let badges = try await client.payfritBadges(PayfritBadgeQuestion(identities: [identity]))
            #expect(badges.badges == [PayfritBadge(kind: .ours, name: "Table 2")] && badges.error == nil)
            let uuid = done.uuid
            let ours = try await client.resolvePayfritBusiness(uuid: uuid, major: done.major)
            #expect(ours.business?.name == "Lindenhof")
            let nobodys = try await client.resolvePayfritBusiness(uuid: uuid, major: 65_535)
            #expect(nobodys.business == nil)
        }
    }

    @Test("a registration that the backend refuses is shown, changed, tried again, and arrives")
    func registration() async throws {
        try await with(dongle: true) { client, backend in
            try await logIn(client)
            let table = try await client.planTable(PayfritTableOrder())
            #expect(table.name == "Table 5")
            try await backend.add(
                Fault(.refuse, path: "/beacon-sharding/register_beacon_hardware.php", error: "Not on a Sunday."))
            let begun = try await client.provisionTable(table.id, PayfritProvisioning(address: "48:87:2d:11:00:02"))
            for try await _ in try await client.progress(batch: begun.batch.batch) {}
            try await eventually("refused") { try await client.table(table.id).state == .refused }
            let entry = try #require(try await client.registrations(limit: 1000).registrations.first)
            #expect(entry.state == .refused && entry.lastError == "Not on a Sunday." && entry.done.isEmpty)
            #expect(try await client.payfritStatus().registrations.refused == 1)

            let change = PayfritRegistrationChange(name: "Terrace 5")
            #expect(try await client.editRegistration(entry.id, change).name == "Terrace 5")
            // The next attempt fails, too, and the one after that has to wait.
            try await backend.add(Fault(.status, path: "/beacon-sharding/register_beacon_hardware.php", times: 1))
            try await client.retryOutboxEntry(entry.id)
            try await eventually("failed") {
                try await client.registrations(limit: 1000).registrations.first?.attempts == 1
            }
            try await client.deliverRegistrations()
            try await eventually("registered") { try await client.table(table.id).state == .registered }
            let found = try await client.lookUpPayfritBeacons(mac: BluetoothAddress("48:87:2d:11:00:02")).beacons
            #expect(found.map(\.name) == ["Terrace 5"])
            try await refused("unknown-registration", 404) {
                _ = try await client.editRegistration(entry.id, change)
            }
            #expect(try await client.dropTable(table.id).state == .dropped)
        }
    }

    @Test("what asks the backend may take longer than anything else")
    func patience() async throws {
        let server = try CannedServer(CannedServer.Step.silence)
        defer { server.stop() }
        let client = GatewayClient(
            address: .socket(server.path), token: nil, trustRoots: nil,
            limits: .init(usual: .seconds(30), adoption: .seconds(30), backend: .milliseconds(50), idle: .seconds(30)))
        let started = ContinuousClock.now
        await #expect(throws: ClientError.timedOut(client.address)) { _ = try await client.payfritBeacons() }
        #expect(ContinuousClock.now - started < .seconds(20))
        await client.close()
        #expect(GatewayClient.backendLimit > .seconds(3 * 15 + 2 * 30))
    }
}
