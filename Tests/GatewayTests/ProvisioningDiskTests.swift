import TestSupport
import GRDB
import GatewayModel
import Testing

@testable import Gateway
@testable import Store

/// Runs while the database is out of space.
@Suite(.timeLimit(.minutes(3))) struct ProvisioningDiskTests {
    /// Makes the database refuse all writes of a run and the event log, or accept them again.
    private func refuse(_ refuses: Bool, _ store: Store) async throws {
        try await store.database.writer.writeWithoutTransaction { db in
            for (table, verb) in [("run", "UPDATE"), ("run_line", "INSERT"), ("event", "INSERT")] {
                try db.execute(
                    sql: refuses
                        ? """
                        CREATE TEMP TRIGGER refuse_\(table) BEFORE \(verb) ON main.\(table)
                        BEGIN SELECT RAISE(ABORT, 'no room'); END
                        """ : "DROP TRIGGER refuse_\(table)")
            }
        }
    }

    @Test(
        "a follower of a run gets what the store says once there is room; the status reports it at once",
        arguments: [1, 12, 24])
    func agree(_ step: Int) async throws {
        let store = try Store.inMemory()
        try await ProvisioningRig.with([""], store: store) { rig in
            let batch = try await rig.service.start(ProvisioningRig.order(1...1))
            let id = try #require(batch.runs.first?.id)
            var told: ProvisioningRun?
            for await update in try await rig.service.subscribe(batch: batch.batch) {
                guard case .run(let run) = update else { continue }
                if run.step >= step, told?.step ?? 0 < step { try await refuse(true, store) }
                told = run
            }
            let end = try #require(told)
            #expect(end.state.isEnd)
            let kept = try #require(try await store.runs.find(id))
            #expect(kept.progress.state != end.state)
            let known = try await rig.service.run(id)
            #expect(known.state == end.state && known.reason == end.reason)
            let listed = try await rig.service.runs(batch: batch.batch, before: nil, limit: 9)
            #expect(listed.map(\.state) == [end.state])
            #expect(await rig.gateway.status().store.recording == false)
            try await refuse(false, store)
            try await eventually("the end is stored") {
                try await store.runs.find(id)?.progress.state == end.state
            }
            let stored = ProvisioningRun(try #require(try await store.runs.find(id)))
            #expect(stored.reason == end.reason && stored.step == end.step && stored.seenRSSI == end.seenRSSI)
            #expect(try await rig.exchange(id).last?.kind == "settle")
            await eventually("the status is well again") { await rig.gateway.status().store.recording }
        }
    }
}
