import Advertising
import CP28
import Foundation
import GatewayModel
import Store
import TestSupport
import Testing

@testable import Gateway

/// Orders that are refused before a run begins.
@Suite(.timeLimit(.minutes(2))) struct ProvisioningOrderTests {
    private func item(_ change: (inout ProvisioningItem) -> Void) -> ProvisioningItem {
        var item = ProvisioningRig.item(2)
        change(&item)
        return item
    }

    @Test("an order with one bad item begins nothing, and says which and why")
    func badItems() async throws {
        let cases: [(ProvisioningItem, ProvisioningError)] = [
            (item { $0.name = "" }, .badItem(1, .emptyName)),
            (item { $0.name = "123456789012345678901" }, .badItem(1, .longName("123456789012345678901", length: 21))),
            (item { $0.name = "Café" }, .badItem(1, .nameNotASCII("Café"))),
            (item { $0.rssiAt1m = 1 }, .badItem(1, .rssiAt1m(1))),
            (item { $0.intervalMs = 0 }, .badItem(1, .interval(0))),
            (item { $0.txPower = 8 }, .badItem(1, .txPower(8))),
            (item { $0.major = 65536 }, .badValue(1, "65536", of: "major", expected: "0...65535")),
            (item { $0.minor = -1 }, .badValue(1, "-1", of: "minor", expected: "0...65535")),
            (item { $0.address = ProvisioningRig.address(1) }, .sameAddress(1, as: 0)),
            (item { $0.minor = 1 }, .sameIdentity(1, as: 0)), (item { $0.name = "Table 1" }, .sameName(1, as: 0)),
        ]
        try await ProvisioningRig.with(["", ""]) { rig in
            for (bad, error) in cases {
                await #expect(throws: error) {
                    try await rig.service.start(ProvisioningOrder(items: [ProvisioningRig.item(1), bad]))
                }
            }
            for uuid: ProximityUUID in ["FDA50693-A4E2-4FB1-AFCF-C6EB07647825", "00000000-0000-0000-0000-000000000000"]
            {
                let order = ProvisioningOrder(items: [item { $0.uuid = uuid }])
                let error = await #expect(throws: ProvisioningError.self) { try await rig.service.start(order) }
                guard case .badItem(0, .banned)? = error else {
                    Issue.record("\(uuid): \(String(describing: error))")
                    continue
                }
            }
            let runs = try await rig.service.runs(batch: nil, before: nil, limit: 9)
            #expect(runs.isEmpty)
            #expect(try await rig.beacon(1) { $0.connections } == 0)
        }
    }

    @Test("a beacon is in one run at a time, and an identity at one beacon, unless it is replaced")
    func taken() async throws {
        try await ProvisioningRig.with([#""slow": 10"#, ""]) { rig in
            let first = try await rig.service.start(ProvisioningRig.order(1...1))
            let id = try #require(first.runs.first?.id)
            await #expect(throws: ProvisioningError.underWay(0, run: id)) {
                try await rig.service.start(ProvisioningRig.order(1...1))
            }
            await #expect(throws: ProvisioningError.runUnderWay(id)) {
                try await rig.service.resume(ProvisioningContinuation(runs: [id]))
            }
            var other = ProvisioningOrder(verifyMs: 1_500, items: [ProvisioningRig.item(2, minor: 1)])
            await #expect(throws: ProvisioningError.identityUnderWay(0, run: id)) { try await rig.service.start(other) }
            #expect(try await rig.ended(first).map(\.state) == [.verified])
            await #expect(
                throws: ProvisioningError.identityTaken(0, run: id, address: "\(ProvisioningRig.address(1))")
            ) { try await rig.service.start(other) }
            other.replace = true
            #expect(try await rig.provision(other).map(\.state) == [.verified])
            // The first beacon has another identity since, so its old one is free.
            var changed = ProvisioningOrder(
                verifyMs: 1_500, items: [ProvisioningRig.item(1, name: "Table 9", minor: 9)])
            #expect(try await rig.provision(changed).map(\.state) == [.verified])
            changed.items = [ProvisioningRig.item(2, name: "Table 1", minor: 1)]
            #expect(try await rig.provision(changed).count == 1)
            await #expect(throws: ProvisioningError.replacedRun(id, by: 3)) {
                try await rig.service.resume(ProvisioningContinuation(runs: [id]))
            }
        }
    }

    @Test("as many are connected at a time as the dongle has slots, and all are done")
    func slots() async throws {
        try await ProvisioningRig.with([String](repeating: "", count: 12)) { rig in
            let slots = Int(try await rig.gateway.dongles.details(of: nil).slots)
            let batch = try await rig.service.start(ProvisioningRig.order(1...12))
            #expect(batch.parallel == slots)
            var most = 0
            for await _ in try await rig.service.subscribe(batch: batch.batch) {
                most = max(most, await rig.gateway.connections.list().count)
            }
            #expect(most > 1 && most <= slots)
            let runs = try await rig.service.runs(batch: batch.batch, before: nil, limit: 99)
            #expect(runs.count == 12 && runs.allSatisfy { $0.state == .verified })
        }
    }

    @Test("a slot that somebody else has is waited for, and told where it does not come free")
    func noSlot() async throws {
        try await ProvisioningRig.with([String](repeating: "", count: 12)) { rig in
            let slots = Int(try await rig.gateway.dongles.details(of: nil).slots)
            for number in 1...slots {
                _ = try await rig.gateway.connections.connect(
                    ConnectionWish(address: ProvisioningRig.address(number), addressType: .public))
            }
            let run = try #require(try await rig.provision(ProvisioningRig.order(12...12)).first)
            #expect(run.state == .failed && run.step == 0)
            let outcome = try await rig.exchange(run.id).last { $0.kind == "connect" }
            #expect(outcome?.detail == "every slot of the dongle is in use")
        }
    }

    @Test("a pool of shards is taken whole or not at all")
    func shards() async throws {
        let first: ProximityUUID = "5E1F7A10-3C2B-4D9E-8A77-0B6C1D2E3F40"
        let second: ProximityUUID = "5E1F7A10-3C2B-4D9E-8A77-0B6C1D2E3F41"
        try await withGateway { gateway in
            let service = gateway.provisioning
            let pool = ShardPool(uuids: [second, first])
            #expect(try await service.setShards(pool).uuids == [second, first])
            await #expect(throws: ProvisioningError.sameShard(1, as: 0)) {
                try await service.setShards(ShardPool(uuids: [first, first]))
            }
            let error = await #expect(throws: ProvisioningError.self) {
                try await service.setShards(ShardPool(uuids: [first, "E2C56DB5-DFFB-48D2-B060-D0F5A71096E0"]))
            }
            guard case .bannedShard(1, _, let vendors)? = error, !vendors.isEmpty else {
                Issue.record("\(String(describing: error))")
                return
            }
            await #expect(throws: GatewayError.tooMany("shards", limit: 64)) {
                try await service.setShards(ShardPool(uuids: [ProximityUUID](repeating: first, count: 65)))
            }
            #expect(try await service.shards().uuids == [second, first])
            _ = try await service.setShards(ShardPool(uuids: []))
            #expect(try await service.shards().uuids.isEmpty)
        }
    }
}
