import TestSupport
import Advertising
import Foundation
import GRDB
import GatewayModel
import Testing

@testable import Store

@Suite struct RunTests {
    private static let whole: StoredRun.Progress = {
        var progress = StoredRun.Progress.state(.writtenUnverified, step: 24)
        progress.saveBegun = true
        progress.attempts = 3
        progress.reason = .init(code: "not-seen", message: "Not seen.", hint: "Look again.")
        progress.dongle = "d1"
        progress.isSimulated = true
        progress.found = .numbered(65_535)
        progress.baseline = Data([0, 255, 1])
        progress.seenAddress = BluetoothAddress(0xFFFF_FFFF_FFFF)
        progress.seenRSSI = -71
        progress.refusedPasswords = [0, 2]
        return progress
    }()

    @Test("the same once more goes on with the run that may have done it", arguments: Medium.allCases)
    func takenUp(_ medium: Medium) async throws {
        try await medium.withStore { store in
            var target = StoredRun.Target.numbered(7)
            _ = try await store.runs.add([target], atMicroseconds: 5)
            try await store.runs.journal([.note()], of: 1, progress: Self.whole)
            target.addressType = nil
            let again = try #require(try await store.runs.add([target, .numbered(8)], atMicroseconds: 6).first)
            #expect(again.id == 1 && again.batch == 2 && again.progress == Self.whole)
            #expect(try await store.runs.find(2)?.batch == 2)
            #expect(try await store.runs.list(batch: 1, limit: 9).isEmpty)
            // Another identity needs another run, and so does a run that cannot have saved or whose
            // beacon was seen.
            var other = target
            other.identity = .numbered(9)
            #expect(try await store.runs.add([other], atMicroseconds: 7).map(\.id) == [3])
            #expect(try await store.runs.add([target], atMicroseconds: 7).map(\.id) == [4])
            var seen = Self.whole
            seen.state = .verified
            try await store.runs.journal([.note()], of: 4, progress: seen)
            #expect(try await store.runs.add([target], atMicroseconds: 8).map(\.id) == [5])
        }
    }

    @Test("a run comes back as it was planned, and as it stands", arguments: Medium.allCases)
    func whole(_ medium: Medium) async throws {
        try await medium.withStore { store in
            var target = StoredRun.Target.numbered(7)
            let added = try await store.runs.add([target, .numbered(8)], atMicroseconds: 5)
            #expect(added.map(\.id) == [1, 2] && added.map(\.batch) == [1, 1])
            #expect(added.map(\.target) == [target, .numbered(8)])
            #expect(added.map(\.progress) == [.init(), .init()])
            #expect(added.map(\.createdMicroseconds) == [5, 5])
            #expect(try await store.runs.find(1) == added[0])
            try await store.runs.journal([.note(at: 9)], of: 1, progress: Self.whole)
            let run = try #require(try await store.runs.find(1))
            #expect(run.progress == Self.whole)
            #expect(run.createdMicroseconds == 5 && run.updatedMicroseconds == 9)
            #expect(try await store.runs.find(2) == added[1])
            target = .numbered(9)
            target.addressType = nil
            #expect(try await store.runs.add([target], atMicroseconds: 5).map(\.target) == [target])
            #expect(try await store.runs.find(3)?.target == target)
            #expect(try await store.runs.find(4) == nil)
            #expect(try await store.runs.add([], atMicroseconds: 5).isEmpty)
            // A field that becomes nil is deleted.
            try await store.runs.journal([.note()], of: 1, progress: .init())
            #expect(try await store.runs.find(1)?.progress == .init())
        }
    }

    @Test("runs are listed the newest first, by batch and by pages", arguments: Medium.allCases)
    func lists(_ medium: Medium) async throws {
        try await medium.withStore { store in
            try await store.plan(1, 2)
            try await store.plan(3)
            try await store.plan(1)
            #expect(try await store.runs.list(limit: 9).map(\.id) == [4, 3, 2, 1])
            #expect(try await store.runs.list(before: 4, limit: 2).map(\.id) == [3, 2])
            #expect(try await store.runs.list(batch: 1, limit: 9).map(\.id) == [2, 1])
            #expect(try await store.runs.list(batch: 1, before: 2, limit: 9).map(\.id) == [1])
            #expect(try await store.runs.list(batch: 9, limit: 9).isEmpty)
            #expect(try await store.runs.list(limit: -1).isEmpty)
            #expect(try await store.runs.newest(limit: 9).map(\.id) == [4, 3, 2])
            #expect(try await store.runs.newest(limit: 1).map(\.id) == [4])
            #expect(try await store.runs.list(identity: .numbered(1)).map(\.id) == [4, 1])
            try await store.end(1, .failed)
            try await store.end(2, .unknown)
            #expect(try await store.runs.list(states: [.planned]).map(\.id) == [3, 4])
            #expect(try await store.runs.list(states: [.unknown, .failed]).map(\.id) == [1, 2])
            #expect(try await store.runs.list(states: []).isEmpty)
        }
    }

    @Test("runs that go on are a batch of their own, in the order that is asked for", arguments: Medium.allCases)
    func rebatch(_ medium: Medium) async throws {
        try await medium.withStore { store in
            try await store.plan(1, 2, 3)
            try await store.end(2, .failed)
            let runs = try await store.runs.rebatch([3, 9, 2, 3], atMicroseconds: 7)
            #expect(runs.map(\.id) == [3, 2] && runs.map(\.batch) == [2, 2])
            #expect(runs.map(\.progress.state) == [.planned, .failed])
            #expect(try await store.runs.list(batch: 1, limit: 9).map(\.id) == [1])
            #expect(try await store.runs.list(batch: 2, limit: 9).map(\.id) == [3, 2])
            #expect(try await store.runs.rebatch([9], atMicroseconds: 7).isEmpty)
            // The first batch has no runs any more, and its number is never reused.
            #expect(try await store.runs.rebatch([1], atMicroseconds: 7).map(\.batch) == [3])
            #expect(try await store.plan(4).map(\.batch) == [4])
        }
    }

    @Test("the oldest that stand still make room, and none that is under way", arguments: Medium.allCases)
    func room(_ medium: Medium) async throws {
        try await medium.withStore { store in
            for start in stride(from: 0, to: RunStore.runLimit, by: 1_000) {
                _ = try await store.runs.add(
                    (0..<1_000).map { .numbered(UInt16(start + $0)) }, atMicroseconds: 1)
            }
            for (id, state) in [(2, .failed), (3, .verified), (5, .unknown), (7, .writtenUnverified)]
                as [(Int64, ProvisioningState)]
            {
                try await store.end(id, state)
            }
            #expect(
                try await store.runs.counts()
                    == ProvisioningCounts(runs: 10_000, underWay: 9_996, droppedRuns: 0))
            try await store.plan(1, 2)
            #expect(try await store.runs.list(before: 8, limit: 9).map(\.id) == [7, 6, 5, 4, 1])
            #expect(try await store.runs.journal(of: 2, after: 0, limit: 9).isEmpty)
            #expect(try await store.runs.journal(of: 7, after: 0, limit: 9).count == 1)
            #expect(try await store.runs.counts().droppedRuns == 2)
            // Two runs stand still and three more are planned: one more than the limit is kept.
            try await store.plan(3, 4, 5)
            #expect(
                try await store.runs.counts()
                    == ProvisioningCounts(runs: 10_001, underWay: 10_001, droppedRuns: 4))
            #expect(try await store.runs.list(before: 8, limit: 9).map(\.id) == [6, 4, 1])
        }
    }

    @Test("a run's number is never used again", arguments: Medium.allCases)
    func numbers(_ medium: Medium) async throws {
        try await medium.withStore { store in
            try await store.plan(1, 2)
            try await store.database.writer.write { db in try db.execute(sql: "DELETE FROM run; DELETE FROM run_batch")
            }
            let added = try await store.plan(1)
            #expect(added.map(\.id) == [3] && added.map(\.batch) == [2])
        }
    }

    @Test("the pool of shards is replaced whole, in its order, or not at all", arguments: Medium.allCases)
    func shards(_ medium: Medium) async throws {
        try await medium.withStore { store in
            #expect(try await store.runs.shards().isEmpty)
            let pool = (1...64 as ClosedRange<UInt128>).map { ProximityUUID(.max / $0) }
            try await store.runs.setShards(pool)
            #expect(try await store.runs.shards() == pool)
            await #expect(throws: StoreError.self) { try await store.runs.setShards(pool + [ProximityUUID(3)]) }
            await #expect(throws: StoreError.self) { try await store.runs.setShards([pool[0], pool[0]]) }
            #expect(try await store.runs.shards() == pool)
            try await store.runs.setShards([pool[9], pool[1]])
            #expect(try await store.runs.shards() == [pool[9], pool[1]])
            try await store.runs.setShards([])
            #expect(try await store.runs.shards().isEmpty)
        }
    }
}
