import Advertising
import TestSupport
import GatewayModel
import NIOConcurrencyHelpers
import Payfrit
import Store
import Testing

@testable import Gateway

/// The state of a table follows from its run, whichever gateway has seen the run's end.
@Suite(.timeLimit(.minutes(2))) struct PayfritSettlingTests {
    @Test("what an earlier gateway has left is settled without a table that is being begun")
    func live() async throws {
        try await ProvisioningRig.with([""]) { room in
            let server = ScriptedBackend()
            server.change { $0.points = [ServicePoint(id: 4, business: 3, name: "Table 4")] }
            let rig = try PayfritRig(store: room.gateway.store, server: server, provisioning: room.service)
            try await rig.logIn()
            let table = try await rig.service.planner.plan(PayfritTableOrder(servicePoint: 4))
            let left = try await rig.written(9)
            var order = PayfritProvisioning(address: ProvisioningRig.address(1))
            (order.searchMs, order.verifyMs) = (1_500, 1_500)
            let (arrived, goOn) = (Latch(), Latch())
            let ordering = await room.service.ordering
            let service = rig.service
            let begun = try await withThrowingTaskGroup(of: PayfritTableRun?.self) { group in
                group.addTask {
                    await ordering.take {
                        arrived.set()
                        await goOn.wait()
                    }
                    return nil
                }
                await arrived.wait()
                group.addTask { [order] in try await service.tables.provision(table.id, order) }
                try await eventually("it is about to begin") { try await rig.table(table.id).state == .provisioning }
                try await rig.delivering {
                    try await eventually("what was left is settled") {
                        try await rig.table(left.id).state == .registered
                    }
                }
                #expect(try await rig.table(table.id).state == .provisioning)
                goOn.set()
                return try await group.reduce(nil) { $0 ?? $1 }
            }
            _ = try await room.ended(try #require(begun).batch)
            #expect(try await rig.table(table.id).state == .queued)
        }
    }

    @Test("a table whose run's end was not noted is settled when somebody asks for it")
    func asked() async throws {
        let rig = try PayfritRig()
        let verified = try await rig.written(1)
        let failed = try await rig.written(2, state: .failed)
        let dropped = try await rig.written(3, state: .failed)
        #expect(try await rig.service.tables.table(verified.id).state == .queued)
        #expect(try await rig.service.tables.list(limit: 9).tables.map(\.state) == [.queued, .planned, .planned])
        #expect(try await rig.service.tables.table(failed.id).reason == "why")
        #expect(try await rig.service.tables.drop(dropped.id).state == .dropped)
        #expect(
            try await rig.service.tables.register(try await rig.written(4).id, PayfritRegistering()).state == .queued)
        #expect(try await rig.service.tables.drop(try await rig.written(5, state: .failed).id).state == .dropped)
    }

    @Test("a table that was to be begun, and of which no run is known, can be planned again and dropped")
    func neverBegun() async throws {
        let rig = try PayfritRig()
        let table = try await rig.written(1)
        _ = try await rig.store.payfrit.changeTable(table.id, atMicroseconds: 0) { table in
            (table.run, table.address) = (nil, BluetoothAddress(1))
            return true
        }
        #expect(try await rig.service.tables.table(table.id).state == .planned)
        #expect(try await rig.service.tables.drop(table.id).state == .dropped)
    }

    @Test("on a simulated dongle a table of guests is not begun, and none that was is registered")
    func simulated() async throws {
        try await ProvisioningRig.with([""]) { room in
            let server = ScriptedBackend()
            server.change { $0.points = [ServicePoint(id: 4, business: 3, name: "Table 4")] }
            let rig = try PayfritRig(
                store: room.gateway.store, server: server, environment: "prod", provisioning: room.service)
            try await rig.logIn()
            let table = try await rig.service.planner.plan(PayfritTableOrder(servicePoint: 4))
            await #expect(throws: (any Error).self) {
                try await rig.service.tables.provision(
                    table.id, PayfritProvisioning(address: ProvisioningRig.address(1)))
            }
            #expect(try await rig.table(table.id).state == .planned)
            let written = try await rig.written(5, base: "https://biz.payfrit.com/api", isSimulated: true)
            await rig.service.tables.runEnded(try #require(written.run))
            #expect(try await rig.table(written.id).state == .provisioned)
            for force in [false, true] {
                await #expect(throws: (any Error).self) {
                    try await rig.service.tables.register(written.id, PayfritRegistering(force: force))
                }
            }
            #expect(try await rig.store.outbox.list(limit: 9).isEmpty)
        }
    }
}
