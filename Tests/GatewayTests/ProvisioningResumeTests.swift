import Advertising
import TestSupport
import Foundation
import GatewayModel
import GatewayTestSupport
import SimulatedDongle
import Store
import Testing

@testable import Gateway

/// Runs that are cut off, and their further course.
@Suite(.timeLimit(.minutes(3))) struct ProvisioningResumeTests {
    @Test("a run that was cut off at a step is resumed from the first one")
    func resumed() async throws {
        try await ProvisioningRig.with([#""disconnectAtStep": 12, "faultAttempts": 1"#]) { rig in
            let run = try await rig.provision()
            #expect(run.state == .failed && run.step == 12)
            let again = try await rig.ended(try await rig.service.resume(ProvisioningContinuation()))
            #expect(again.map(\.state) == [.verified] && again.map(\.id) == [run.id] && again.map(\.attempts) == [2])
            let lines = try await rig.exchange(run.id).filter { $0.attempt == 2 && $0.kind == "write" }
            #expect(lines.filter { $0.phase == .intent }.map(\.step) == Array(1...24))
            await #expect(throws: ProvisioningError.nothingToResume) {
                try await rig.service.resume(ProvisioningContinuation())
            }
            await #expect(throws: ProvisioningError.alreadyVerified(run.id)) {
                try await rig.service.resume(ProvisioningContinuation(runs: [run.id]))
            }
        }
    }

    @Test("a beacon that saved and was not seen is found as it is to be, and not written to again")
    func lookedFor() async throws {
        try await ProvisioningRig.with([#""settleMs": 3000"#]) { rig in
            let run = try await rig.provision()
            #expect(run.state == .writtenUnverified)
            let again = try await rig.ended(
                try await rig.service.resume(ProvisioningContinuation(runs: [run.id], searchMs: 5_000)))
            #expect(again.map(\.state) == [.verified] && again.map(\.step) == [0])
            #expect(try await rig.beacon(1) { $0.saves } == 1)
        }
    }

    @Test("looking again only looks")
    func verified() async throws {
        try await ProvisioningRig.with([#""settleMs": 3000"#, #""ignoresSave": true"#]) { rig in
            let runs = try await rig.provision(ProvisioningRig.order(1...2))
            #expect(runs.map(\.state) == [.writtenUnverified, .writtenUnverified])
            let again = try await rig.ended(try await rig.service.verify(ProvisioningContinuation(verifyMs: 4_000)))
            #expect(again.map(\.state) == [.verified, .writtenUnverified])
            #expect(try await rig.beacon(2) { $0.connections } == 1)
            await #expect(throws: ProvisioningError.unknownRun(99)) {
                try await rig.service.verify(ProvisioningContinuation(runs: [99]))
            }
        }
    }

    @Test("an identity that was on the air before proves nothing; a name that has changed does")
    func sameIdentity() async throws {
        let identity =
            #""iBeacon": {"uuid": "\#(ProvisioningRig.uuid)", "major": 1201, "minor": 1, "measuredPowerDBm": -59}"#
        try await ProvisioningRig.with([identity + #", "name": "Table 1""#, identity]) { rig in
            let same = try await rig.provision(
                ProvisioningOrder(verifyMs: 700, items: [ProvisioningRig.item(1, name: "Table 1", minor: 1)]))
            #expect(same.map(\.state) == [.writtenUnverified])
            let renamed = try await rig.provision(
                ProvisioningOrder(
                    replace: true, verifyMs: 1_500, items: [ProvisioningRig.item(2, name: "Table 2", minor: 1)]))
            #expect(renamed.map(\.state) == [.verified])
        }
    }

    @Test("a dongle that restarts in the middle ends the run, and it is resumed once the dongle is back")
    func restart() async throws {
        try await ProvisioningRig.with([#""slow": 10"#]) { rig in
            let batch = try await rig.service.start(ProvisioningRig.order(1...1))
            try await rig.wait(batch, until: 5)
            rig.pty.perform { $0.powerCycle() }
            let run = try #require(try await rig.ended(batch).first)
            #expect(run.state == .failed && (5..<24).contains(run.step))
            await eventually("the dongle is back") { await rig.gateway.dongles.list().first?.state == .live }
            let again = try await rig.ended(try await rig.service.resume(ProvisioningContinuation()))
            #expect(again.map(\.state) == [.verified])
        }
    }

    @Test("an identity that was given to another beacon meanwhile is not given again")
    func givenAway() async throws {
        try await ProvisioningRig.with([#""disconnectAtStep": 5, "faultAttempts": 1"#, ""]) { rig in
            let run = try await rig.provision()
            #expect(run.state == .failed)
            let other = ProvisioningOrder(verifyMs: 1_500, items: [ProvisioningRig.item(2, minor: 1)])
            #expect(try await rig.provision(other).map(\.state) == [.verified])
            await #expect(throws: ProvisioningError.nothingToResume) {
                try await rig.service.resume(ProvisioningContinuation())
            }
            await #expect(
                throws: ProvisioningError.identityTaken(0, run: run.id + 1, address: "\(ProvisioningRig.address(2))")
            ) { try await rig.service.resume(ProvisioningContinuation(runs: [run.id])) }
            let replaced = try await rig.service.resume(ProvisioningContinuation(runs: [run.id], replace: true))
            #expect(try await rig.ended(replaced).map(\.state) == [.verified])
        }
    }

    @Test("a beacon that is gone is not verified by another one that was given its identity")
    func gone() async throws {
        try await ProvisioningRig.with([#""leavesAtStep": 24"#, ""]) { rig in
            let run = try await rig.provision()
            #expect(run.state == .unknown)
            let other = ProvisioningOrder(
                replace: true, verifyMs: 1_500, items: [ProvisioningRig.item(2, minor: 1)])
            #expect(try await rig.provision(other).map(\.state) == [.verified])
            let again = try await rig.service.verify(ProvisioningContinuation(runs: [run.id], verifyMs: 7_000))
            #expect(try await rig.ended(again).map(\.state) == [.unknown])
        }
    }

    @Test("a gateway that stops leaves runs that wait for their turn as they were", arguments: [true, false])
    func waitingRuns(_ wasSaved: Bool) async throws {
        let store = try Store.inMemory()
        let pty = try BeaconRoom.dongle([#""silentAtStep": 1"#, ""])
        defer { pty.stop() }
        try await ProvisioningRig.with(pty, store: store) { rig in
            for number in 1...2 {
                let run = try #require(
                    try await store.runs.add([.of(ProvisioningRig.item(number))], atMicroseconds: 1).first)
                var progress = run.progress
                (progress.state, progress.step) = (wasSaved ? .writtenUnverified : .unknown, 24)
                progress.saveBegun = true
                try await store.runs.journal([], of: run.id, progress: progress)
            }
            var order = ProvisioningContinuation(runs: [1, 2])
            order.parallel = 1
            let batch = try await rig.service.resume(order)
            try await rig.wait(batch, until: 1)
        }
        #expect(try await store.runs.find(1)?.progress.state == .unknown)
        #expect(try await store.runs.find(2)?.progress.state == (wasSaved ? .writtenUnverified : .unknown))
    }

    @Test("without a journal nothing more is done, and that is told")
    func noJournal() async throws {
        let store = try Store.inMemory()
        try await ProvisioningRig.with([#""slow": 10"#], store: store) { rig in
            let batch = try await rig.service.start(ProvisioningRig.order(1...1))
            var last: ProvisioningRun?
            for await update in try await rig.service.subscribe(batch: batch.batch) {
                guard case .run(let run) = update else { continue }
                last = run
                if run.step == 5 { try store.close() }
            }
            #expect(last?.state == .failed && last?.reason?.message.contains("journal(step:") == true)
            #expect(try await rig.beacon(1) { $0.executedCommands.count } < 8)
            #expect(await rig.gateway.connections.list().isEmpty)
        }
    }

    @Test("what a gateway that was killed has left is told by what had begun", arguments: [false, true])
    func leftovers(_ onDisk: Bool) async throws {
        try await withFolder { folder in
            let path = folder + "/perch.db"
            var store = onDisk ? try Store.open(path: path) : try Store.inMemory()
            let cases: [(state: ProvisioningState, step: Int, saveBegun: Bool, after: ProvisioningState)] = [
                (.planned, 0, false, .failed), (.connecting, 0, false, .failed), (.authenticated, 0, false, .failed),
                (.writing, 1, false, .failed), (.writing, 23, false, .failed), (.writing, 24, true, .unknown),
                (.connecting, 0, true, .unknown), (.saved, 24, true, .writtenUnverified),
                (.verified, 24, true, .verified),
            ]
            let targets = cases.indices.map { index in
                StoredRun.Target(
                    address: .init(UInt64(index)), addressType: nil, profile: "cp28", name: "T\(index)",
                    identity: .init(uuid: .init(9), major: 1, minor: UInt16(index)), rssiAt1m: -59, intervalMs: 500,
                    txPower: 4)
            }
            for (run, left) in zip(try await store.runs.add(targets, atMicroseconds: 1), cases) {
                var progress = run.progress
                (progress.state, progress.step, progress.saveBegun) = (left.state, left.step, left.saveBegun)
                try await store.runs.journal([], of: run.id, progress: progress)
            }
            if onDisk {
                try store.close()
                store = try Store.open(path: path)
            }
            try await withGateway(store: store) { gateway in
                let runs = try await gateway.provisioning.runs(batch: nil, before: nil, limit: 100).reversed()
                #expect(runs.map(\.state) == cases.map(\.after))
            }
        }
    }

    @Test("a gateway that stops ends its runs first, and says of each what is true")
    func gatewayStops() async throws {
        let store = try Store.inMemory()
        let pty = try BeaconRoom.dongle([#""slow": 10"#])
        defer { pty.stop() }
        try await ProvisioningRig.with(pty, store: store) { rig in
            try await rig.wait(try await rig.service.start(ProvisioningRig.order(1...1)), until: 4)
        }
        let run = try #require(try await store.runs.find(1))
        #expect(run.progress.state == .failed && (4..<24).contains(run.progress.step))
    }
}

extension StoredRun.Target {
    fileprivate static func of(_ item: ProvisioningItem) throws -> StoredRun.Target {
        StoredRun.Target(
            address: item.address, addressType: nil, profile: "cp28", name: item.name,
            identity: BeaconIdentity(
                uuid: item.uuid, major: UInt16(item.major), minor: UInt16(item.minor)),
            rssiAt1m: -59, intervalMs: 500, txPower: 4)
    }
}
