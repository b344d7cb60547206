import Advertising
import TestSupport
import GatewayModel
import Payfrit
import Store
import Testing

@testable import Gateway

/// Tables, badges and owners follow changes at the backend, made here or elsewhere.
@Suite struct PayfritRenewalTests {
    /// Returns a rig with a user logged in and Table 5 registered.
    private static func registered() async throws -> (rig: PayfritRig, table: StoredTable) {
        let rig = try PayfritRig()
        try await rig.logIn()
        let table = try await rig.queued(5)
        try await rig.deliver()
        await rig.service.account.begin()
        rig.clock.advance(by: .seconds(60))
        return (rig, try await rig.table(table.id))
    }

    private static func seen(_ rig: PayfritRig, _ id: Int64) async throws -> PayfritTable? {
        rig.clock.advance(by: .seconds(20))
        return try await rig.service.tables.list(states: Set(TableState.allCases), limit: 10).tables.first {
            $0.id == id
        }
    }

    @Test("what is registered says when, and stays as it is while the backend has it")
    func same() async throws {
        let (rig, table) = try await Self.registered()
        let seen = try #require(try await Self.seen(rig, table.id))
        #expect(seen.state == .registered && seen.registered != nil && seen.address == table.address)
        #expect(seen.updated.microsecondsSince1970 == table.updatedMicroseconds)
        let name = try await rig.service.directory.tableName(
            ofBeacon: PayfritRig.address(5), otherThan: ScriptedBackend.identity(6))
        #expect(name == "Table 5")
        #expect(
            try await rig.service.directory.tableName(ofBeacon: PayfritRig.address(5), otherThan: table.identity) == nil
        )
    }

    @Test("a beacon that was deleted, wiped or taken away elsewhere is no table's, after one look", arguments: 0...1)
    func deleted(way: Int) async throws {
        let (rig, table) = try await Self.registered()
        rig.server.change { state in
            if way == 0 {
                state.beacons = []
            } else {
                for index in state.beacons.indices { state.beacons[index].isActive = false }
            }
        }
        let seen = try #require(try await Self.seen(rig, table.id))
        #expect(seen.state == .planned && seen.address == nil && seen.registered == nil && seen.beacon == nil)
        #expect(seen.reason == "the backend has no beacon there any more")
        #expect(rig.service.directory.badge(of: table.identity).kind == .unknown)
        #expect(
            try await rig.service.directory.tableName(
                ofBeacon: PayfritRig.address(5), otherThan: ScriptedBackend.identity(6))
                == nil)
    }

    @Test("what is changed through this gateway is seen at once")
    func changedHere() async throws {
        let (rig, table) = try await Self.registered()
        let beacon = try #require(table.beacon)
        try await rig.service.directory.deleteBeacon(beacon)
        #expect(try await rig.table(table.id).state == .planned)
        #expect(rig.service.directory.badge(of: table.identity).kind == .unknown)
        rig.clock.advance(by: .seconds(1))
        _ = try await rig.service.directory.saveServicePoint(5, PayfritServicePointOrder(name: "Window"))
        #expect(try await rig.table(table.id).name == "Window")
    }

    @Test("a beacon that was registered from elsewhere is the table's, and not to be taken for another")
    func elsewhere() async throws {
        let (rig, table) = try await Self.registered()
        let other = PayfritRig.address(77)
        rig.server.change { state in
            state.beacons.append(
                Beacon(
                    id: 900, uuid: ScriptedBackend.uuid, name: "Table 5", business: 3, major: ScriptedBackend.major,
                    minor: 5, address: other, servicePoint: 5))
        }
        let seen = try #require(try await Self.seen(rig, table.id))
        #expect(seen.state == .registered && seen.address == other && seen.beacon == 900)
        #expect(seen.run == nil && seen.registered == nil)
        #expect(seen.reason == "the backend has beacon \(other) there")
        let name = try await rig.service.directory.tableName(ofBeacon: other, otherThan: ScriptedBackend.identity(6))
        #expect(name == "Table 5")
    }

    @Test("a place that somebody else has given a beacon is planned as what it is")
    func plannedElsewhere() async throws {
        let rig = try PayfritRig()
        try await rig.logIn()
        rig.server.change { state in
            state.points = [ServicePoint(id: 5, business: 3, name: "Table 5", beacon: 900)]
            state.beacons = [
                Beacon(
                    id: 900, uuid: ScriptedBackend.uuid, business: 3, major: ScriptedBackend.major, minor: 9,
                    address: PayfritRig.address(77))
            ]
        }
        let first = try await rig.service.planner.plan(PayfritTableOrder(servicePoint: 5))
        rig.clock.advance(by: .seconds(20))
        let table = try #require(try await rig.service.tables.list(limit: 5).tables.first { $0.id == first.id })
        #expect(table.state == .registered && table.beacon == 900)
        #expect(table.address == PayfritRig.address(77))
        #expect(table.reason?.contains(", which sends \(ScriptedBackend.uuid)/\(ScriptedBackend.major)/9") == true)
    }

    @Test("a service point that is gone takes its table along")
    func gone() async throws {
        let (rig, table) = try await Self.registered()
        rig.server.change { $0.points = [] }
        #expect(try await Self.seen(rig, table.id)?.state == .dropped)
    }

    @Test("nothing is concluded from a list that cannot be read, and nobody waits for a backend that is away")
    func unreadable() async throws {
        let (rig, table) = try await Self.registered()
        rig.server.change { ($0.beacons, $0.leftOut) = ([], 1) }
        #expect(try await Self.seen(rig, table.id)?.state == .registered)
        rig.server.change { ($0.outage, $0.leftOut) = (.unreachable("no route"), 0) }
        #expect(try await Self.seen(rig, table.id)?.state == .registered)
        let asked = rig.server.state.count(of: "listServicePoints")
        #expect(try await rig.service.tables.list(limit: 10).tables.count == 1)
        rig.clock.advance(by: .seconds(11))
        let kept = try await rig.service.tables.list(limit: 10)
        #expect(kept.tables.count == 1 && kept.stale == true)
        #expect(rig.server.state.count(of: "listServicePoints") == asked)
        rig.clock.advance(by: .seconds(30))
        rig.server.change { $0.outage = nil }
        let renewed = try await rig.service.tables.list(limit: 10)
        #expect(renewed.tables.first?.state == .planned && renewed.stale == nil)
    }

    @Test("what has changed here meanwhile is not overwritten by an older list")
    func older() async throws {
        let (rig, table) = try await Self.registered()
        rig.server.change { $0.beacons = [] }
        let store = rig.store
        let now = rig.clock
        rig.server.watch { point in
            guard point == "after listBeacons" else { return }
            now.advance(by: .seconds(1))
            _ = try? await store.payfrit.changeTable(table.id, atMicroseconds: 1 << 60) { table in
                table.reason = "meanwhile"
                return true
            }
        }
        #expect(try await Self.seen(rig, table.id)?.state == .registered)
        rig.server.watch(nil)
    }
}
