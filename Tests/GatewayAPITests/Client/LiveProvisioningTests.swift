import Advertising
import Failures
import Foundation
import GatewayTestSupport
import GatewayModel
import SimulatedDongle
import TestSupport
import Testing

@testable import GatewayClient

/// Provisioning through the client, against the real server with simulated beacons.
@Suite(.timeLimit(.minutes(2))) struct LiveProvisioningTests {
    private static let uuid: ProximityUUID = "E7B2C021-5D07-4D0B-9C20-223488C8B012"

    private static func item(_ number: Int, name: String? = nil) -> ProvisioningItem {
        ProvisioningItem(
            address: BluetoothAddress(0x4887_2D11_0000 + UInt64(number)), name: name ?? "Table \(number)", uuid: uuid,
            major: 1, minor: number)
    }

    @Test("beacons are provisioned, followed to the end, and seen as they are to be")
    func life() async throws {
        try await withLiveClient { client in
            let order = ProvisioningOrder(items: [Self.item(1), Self.item(2)])
            let batch = try await client.provision(order)
            #expect(batch.runs.map(\.name) == ["Table 1", "Table 2"] && batch.parallel >= 1)
            var states: [Int64: [ProvisioningState]] = [:]
            var hasStarted = false
            for try await line in try await client.progress(batch: batch.batch) {
                switch line {
                case .start: hasStarted = true
                case .run(let run): states[run.id, default: []].append(run.state)
                case .missed, .idle: break
                }
            }
            #expect(hasStarted && states.keys.sorted() == batch.runs.map(\.id))
            for (id, states) in states {
                let run = try await client.run(id)
                #expect(states.last == .verified, "\(states) \(String(describing: run.reason))")
                #expect(run.state == .verified && run.step == 24 && run.simulated == true)
                #expect(run.found != nil && run.seenAddress == run.address)
            }
            let listed = try await client.runs(batch: batch.batch, limit: 1000).runs
            #expect(listed.map(\.id) == batch.runs.map(\.id).reversed())
            let id = try #require(batch.runs.first?.id)
            let exchange = try await client.exchange(id, limit: 1000)
            #expect(exchange.entries.map(\.number) == Array(1...exchange.entries.count))
            #expect(Set(exchange.entries.compactMap(\.step)).isSuperset(of: 1...24))
            #expect(
                !exchange.entries.contains { $0.detail.contains("555555") || $0.hex?.contains("353535353535") == true })
            let page = try await client.exchange(id, after: 3, limit: 2)
            #expect(page.entries == Array(exchange.entries[3...4]))

            try await refused("already-verified", 409) {
                _ = try await client.resumeRuns(ProvisioningContinuation(runs: [id]))
            }
            try await refused("nothing-to-verify", 409) { _ = try await client.verifyRuns(ProvisioningContinuation()) }
            // An identity that one beacon has is not given to another.
            var third = Self.item(3)
            third.minor = 1
            try await refused("identity-taken", 409) {
                _ = try await client.provision(ProvisioningOrder(items: [third]))
            }
        }
    }

    @Test("an order with a wrong row begins nothing")
    func wrongRow() async throws {
        try await withLiveClient { client in
            var banned = Self.item(2)
            banned.uuid = "FDA50693-A4E2-4FB1-AFCF-C6EB07647825"
            do {
                _ = try await client.provision(ProvisioningOrder(items: [banned]))
            } catch ClientError.problem(let problem) {
                #expect(problem.detail.hasPrefix("The UUID FDA50693"), "\(problem)")
            }
            for (items, code) in [
                ([Self.item(1), banned], "banned-uuid"),
                ([Self.item(1), Self.item(1, name: "Table 2")], "same-address"),
                ([Self.item(1), Self.item(2, name: "Table 1")], "same-name"),
                ([Self.item(1), Self.item(2, name: "Table number twenty-one")], "name-too-long"),
            ] {
                try await refused(code, 400) { _ = try await client.provision(ProvisioningOrder(items: items)) }
            }
            #expect(try await client.runs(limit: 1000).runs.isEmpty)
        }
    }

    @Test("runs are stopped, and gone on with")
    func stop() async throws {
        try await withLiveClient { client in
            var order = ProvisioningOrder(items: [Self.item(1)])
            order.items[0].address = "c3:00:00:00:00:77"
            let batch = try await client.provision(order)
            #expect(try await client.stopRuns(batch: batch.batch).stopped == 1)
            for try await _ in try await client.progress(batch: batch.batch) {}
            let run = try await client.run(try #require(batch.runs.first?.id))
            #expect(run.state == .failed && run.reason?.code == "stopped")
            #expect(try await client.stopRuns(batch: nil).stopped == 0)
            let again = try await client.resumeRuns(ProvisioningContinuation(searchMs: 1_000))
            #expect(again.batch > batch.batch && again.runs.map(\.id) == [run.id])
            for try await _ in try await client.progress(batch: again.batch) {}
            #expect(try await client.run(run.id).reason?.code == "not-heard")
        }
    }

    @Test("shards are kept, and the ban list is told")
    func identities() async throws {
        try await withLiveClient(dongle: false) { client in
            #expect(try await client.shards() == ShardPool(uuids: []))
            #expect(try await client.setShards(ShardPool(uuids: [Self.uuid])).uuids == [Self.uuid])
            #expect(try await client.shards().uuids == [Self.uuid])
            try await refused("same-shard", 400) {
                _ = try await client.setShards(ShardPool(uuids: [Self.uuid, Self.uuid]))
            }
            #expect(try await client.banList().entries.count == 15)
            #expect(try await client.provisioningProfiles().profiles.map(\.name) == ["cp28"])
            try await refused("unknown-run", 404) { _ = try await client.run(9) }
        }
    }
}
