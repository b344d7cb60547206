import Advertising
import GatewayModel
import Payfrit
import Store
import Testing

@testable import Gateway

/// Beacons and tables that are registered more than once.
@Suite(.timeLimit(.minutes(2))) struct PayfritMoveTests {
    /// Returns a table whose registration is delivered.
    private static func registered(
        _ rig: PayfritRig, _ minor: Int, address: BluetoothAddress? = nil
    ) async throws -> StoredTable {
        let table = try await rig.written(minor, address: address)
        await rig.service.tables.runEnded(try #require(table.run))
        try await rig.deliver()
        return try await rig.table(table.id)
    }

    @Test("a beacon that moves to another table leaves its old one without a beacon, and can move back")
    func moved() async throws {
        let rig = try PayfritRig()
        try await rig.logIn()
        let first = try await Self.registered(rig, 1)
        let second = try await Self.registered(rig, 2, address: PayfritRig.address(1))
        #expect(second.state == .registered)
        var left = try await rig.table(first.id)
        #expect(left.state == .planned && left.address == nil && left.run == nil && left.beacon == nil)
        #expect(left.reason == "its beacon was moved to Table 2")
        #expect(try await Self.registered(rig, 1).state == .registered)
        left = try await rig.table(second.id)
        #expect(left.state == .planned && left.reason == "its beacon was moved to Table 1")
        #expect(rig.server.state.registered == 3)
        #expect(Set(rig.server.state.requestKeys).count == 6)
    }

    @Test("what is on its way with the same beacon is left to its own registration")
    func movedTwice() async throws {
        let rig = try PayfritRig()
        try await rig.logIn()
        for minor in 1...3 {
            let table = try await rig.written(minor, address: PayfritRig.address(1))
            await rig.service.tables.runEnded(try #require(table.run))
        }
        // The newest run wrote a beacon that was not heard since; it is newer than the runs of the
        // registered tables.
        let last = try await rig.written(4, state: .writtenUnverified, address: PayfritRig.address(1))
        await rig.service.tables.runEnded(try #require(last.run))
        try await rig.deliver()
        let states = try await rig.store.payfrit.tables(limit: 9).map(\.state)
        #expect(states == [.planned, .planned, .registered, .provisioned])
    }

    @Test(
        "another beacon that was not written after all leaves a table registered as it was", arguments: [true, false])
    func notReplaced(_ isBegun: Bool) async throws {
        let rig = try PayfritRig()
        try await rig.logIn()
        let before = try await Self.registered(rig, 1)
        let other = try await rig.written(1, state: .failed, address: PayfritRig.address(2))
        if isBegun {
            await rig.service.tables.runEnded(try #require(other.run))
        } else {
            // The gateway ended before the run began.
            let last = try await rig.store.runs.last()
            _ = try await rig.store.payfrit.changeTable(before.id, atMicroseconds: 0) { table in
                (table.run, table.runsBefore) = (nil, last)
                return true
            }
            _ = try await rig.service.tables.table(before.id)
        }
        let table = try await rig.table(before.id)
        #expect(table.state == .registered && table.reason == nil)
        #expect(table.address == before.address && table.run == before.run && table.beacon == before.beacon)
        // After a write that may have succeeded, the table does not go back to the earlier
        // registration.
        let unheard = try await rig.written(1, state: .writtenUnverified, address: PayfritRig.address(3))
        await rig.service.tables.runEnded(try #require(unheard.run))
        let failed = try await rig.written(1, state: .failed, address: PayfritRig.address(4))
        await rig.service.tables.runEnded(try #require(failed.run))
        #expect(try await rig.table(before.id).state == .planned)
    }

    @Test("a beacon that is written again is registered again, by requests that are none of the first's")
    func again() async throws {
        let rig = try PayfritRig()
        try await rig.logIn()
        _ = try await Self.registered(rig, 1)
        _ = try await Self.registered(rig, 1, address: PayfritRig.address(2))
        let table = try await Self.registered(rig, 1)
        #expect(table.state == .registered && table.address == PayfritRig.address(1))
        _ = try await rig.service.tables.drop(table.id)
        #expect(try await Self.registered(rig, 1).id != table.id)
        #expect(rig.server.state.registered == 4 && Set(rig.server.state.requestKeys).count == 8)
    }

    @Test("tried again, what was refused is done from its beginning, and nothing twice", arguments: [true, false])
    func retried(_ isWiped: Bool) async throws {
        let rig = try PayfritRig()
        try await rig.logIn()
        let table = try await rig.queued(1)
        rig.server.change { $0.faults = [.verifyBroadcast: [.before(.refused("No such beacon"))]] }
        try await rig.deliver()
        #expect(try await rig.table(table.id).state == .refused)
        if isWiped { rig.server.change { $0.beacons = [] } }
        try await rig.service.registrations.retry(1)
        try await rig.deliver()
        #expect(try await rig.table(table.id).state == .registered)
        let server = rig.server.state
        #expect(server.beacons.count == 1 && server.registered == (isWiped ? 2 : 1))
        #expect(server.sightings.count == 1 && server.count(of: "lookupMAC") == 1)
    }

    @Test("of two that change a table at once, one is told that it was too late")
    func race() async throws {
        let rig = try PayfritRig()
        let service = rig.service
        for minor in 1...30 {
            let id = try await rig.store.payfrit.planTable(
                StoredTable.Plan(
                    place: StoredTable.Place(base: PayfritRig.base, business: 3, servicePoint: minor), name: "x",
                    identity: ScriptedBackend.identity(1)), atMicroseconds: 0
            ).id
            let changed = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<2 {
                    group.addTask {
                        do {
                            _ = try await service.tables.change(id, from: [.planned], wish: "x") {
                                $0.state = .provisioned
                            }
                            return 1
                        } catch PayfritServiceError.wrongState(id, "provisioned", "x") {
                            return 0
                        }
                    }
                }
                return try await group.reduce(0, +)
            }
            #expect(changed == 1)
        }
    }
}
