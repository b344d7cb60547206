import TestSupport
import Foundation
import GatewayModel
import Store
import Testing

@Suite struct CrashTests {
    private static let kept = 25

    @Test("whatever was acknowledged is there after kill -9, at any moment")
    func kill() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("perch.db")
        var last: Int64 = 0
        for round in 0..<24 {
            let writer = try CrashingWriter(path: path, newest: Self.kept)
            var ids = writer.acknowledged(1 + round * 3)
            wait(microseconds: round * 137 % 2_000)
            ids += writer.kill()
            #expect(ids.count > round * 3)
            #expect(ids.first.map { (last + 1...last + 2).contains($0) } == true, "round \(round)")
            let acknowledged = try #require(ids.last)
            #expect(ids == Array((ids.first ?? 0)...acknowledged))

            let store = try Store.open(path: path, retention: .init(newest: Self.kept))
            let found = try await store.ids()
            last = try #require(try await store.events.ids().newest)
            // One more event may have been written without an acknowledgement.
            #expect((acknowledged...acknowledged + 1).contains(last), "round \(round)")
            #expect(found == Array(max(1, last - Int64(Self.kept) + 1)...last), "round \(round)")
            #expect(try await store.check() == [])
            try store.close()
        }
    }

    @Test("a store that was killed while it was made is made at the next opening", arguments: 0..<12)
    func killedAtOpening(_ step: Int) async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("perch.db")
        let writer = try CrashingWriter(path: path)
        let bound = ContinuousClock.now + .seconds(20)
        while access(path + ".lock", F_OK) != 0, ContinuousClock.now < bound { sched_yield() }
        wait(microseconds: step * step * 60)
        let acknowledged = writer.kill()
        let store = try Store.open(path: path)
        let ids = try await store.ids()
        #expect(ids.starts(with: acknowledged) && ids.count <= acknowledged.count + 1)
        #expect(try await store.append() == Int64(ids.count + 1))
        #expect(try await store.check() == [])
    }

    @Test("whatever was enqueued is there after kill -9, in order, at any moment")
    func outbox() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("perch.db")
        var before: [Int64] = []
        for round in 0..<8 {
            let writer = try CrashingWriter(path: path, writing: "outbox")
            var ids = writer.acknowledged(1 + round * 3)
            wait(microseconds: round * 137 % 2_000)
            ids += writer.kill()
            #expect(ids.count > round * 3)
            let store = try Store.open(path: path)
            let found = try await store.outbox.list(limit: 10_000).map(\.id)
            // One more entry may have been written without an acknowledgement.
            #expect(found.starts(with: before + ids) && found.count <= before.count + ids.count + 1, "round \(round)")
            #expect(try await store.outbox.next(lane: "a")?.id == found.first)
            before = found
            #expect(try await store.check() == [])
            try store.close()
        }
    }

    @Test("a run stands after kill -9 where its journal ends, at or one past what was acknowledged")
    func journal() async throws {
        let folder = try TemporaryFolder()
        for round in 0..<16 {
            let path = folder.path("perch-\(round).db")
            let writer = try CrashingWriter(path: path, writing: "journal")
            var steps = writer.acknowledged(1 + round * 3)
            wait(microseconds: round * 137 % 2_000)
            steps += writer.kill()
            let acknowledged = try #require(steps.last)
            let store = try Store.open(path: path)
            let run = try #require(try await store.runs.list(limit: 9).first)
            let lines = try await store.runs.journal(of: run.id, after: 0, limit: .max)
            #expect((acknowledged...acknowledged + 1).contains(Int64(run.progress.step)), "round \(round)")
            #expect(lines.map(\.number) == Array(1...run.progress.step), "round \(round)")
            #expect(lines.last?.entry.step == run.progress.step && run.progress.state == .writing)
            #expect(try await store.check() == [])
            try store.close()
        }
    }

    @Test("an interval of the history is there whole or not at all after kill -9")
    func history() async throws {
        let folder = try TemporaryFolder()
        for round in 0..<8 {
            let path = folder.path("perch-\(round).db")
            let writer = try CrashingWriter(path: path, writing: "history")
            var minutes = writer.acknowledged(1 + round * 2)
            wait(microseconds: round * 337 % 3_000)
            minutes += writer.kill()
            let store = try Store.open(path: path)
            let records = try await store.history.list(from: .min, to: .max, after: nil, limit: .max)
            let found = Dictionary(grouping: records) { $0.startMicroseconds / 60_000_000 }
            #expect(found.values.allSatisfy { $0.count == 50 })
            #expect(Set(minutes).isSubset(of: found.keys) && found.count <= minutes.count + 1, "round \(round)")
            #expect(try await store.beacons.count() == 50)
            #expect(try await store.check() == [])
            try store.close()
        }
    }

    /// Shifts the moment of the kill; every moment has to work.
    private func wait(microseconds: Int) {
        let end = ContinuousClock.now + .microseconds(microseconds)
        while ContinuousClock.now < end {}
    }
}
