import Foundation
import GRDB
import Testing

@testable import Store

@Suite struct DiskFullTests {
    @Test("without room a verb does nothing, and the next one works when there is room", arguments: Medium.allCases)
    func pages(_ medium: Medium) async throws {
        try await medium.withStore(.init(newest: 10_000)) { store in
            let pages = try await store.database.writer.read { try Int.fetchOne($0, sql: "PRAGMA page_count") ?? 0 }
            try await allow(pages + 4, store)
            let ids = try await fill(store)
            #expect(!ids.isEmpty)
            #expect(try await store.ids() == ids)
            await #expect(throws: StoreError.full) { try await store.append(String(repeating: ".", count: 20_000)) }
            try await allow(pages + 100, store)
            #expect(try await store.append() == (ids.last ?? 0) + 1)
        }
    }

    private func allow(_ pages: Int, _ store: Store) async throws {
        _ = try await store.database.writer.writeWithoutTransaction { db in
            try Int.fetchOne(db, sql: "PRAGMA max_page_count = \(pages)")
        }
    }

    @Test("a full disk stops no store for good", .enabled(if: SmallDisk.isPossible, SmallDisk.needs))
    func disk() async throws {
        let disk = try SmallDisk()
        let path = disk.folder.path("perch.db")
        let store = try Store.open(path: path, retention: .init(newest: 10_000))
        try await store.see("a")
        try disk.fill()
        let ids = try await fill(store)
        #expect(try await store.ids() == ids)
        await #expect(throws: StoreError.full) { try await store.see("b") }
        #expect(try await store.dongles.list().map(\.id) == ["a"])
        disk.empty()
        #expect(try await store.append() == (ids.last ?? 0) + 1)
        try await store.see("b")
        #expect(try await store.check() == [])
        try store.close()
        let again = try Store.open(path: path, retention: .init(newest: 10_000))
        #expect(try await again.ids().count == ids.count + 1)
        try again.close()
    }

    @Test(
        "a store cannot be made on a full disk, and can when there is room",
        .enabled(if: SmallDisk.isPossible, SmallDisk.needs), arguments: [0, 4, 8, 12, 16, 24, 40, 64])
    func opening(_ kilobytesLeft: Int) async throws {
        let disk = try SmallDisk()
        try disk.fill(leavingKilobytes: kilobytesLeft)
        let path = disk.folder.path("a/perch.db")
        #expect(throws: StoreError.full) { try Store.open(path: path) }
        disk.empty()
        let store = try Store.open(path: path)
        #expect(try await store.append() == 1)
        #expect(try await store.check() == [])
        try store.close()
    }

    @Test("a backup to a full disk leaves nothing behind", .enabled(if: SmallDisk.isPossible, SmallDisk.needs))
    func backup() async throws {
        let disk = try SmallDisk()
        try disk.fill(leavingKilobytes: 16)
        let store = try Store.inMemory()
        for _ in 1...50 { try await store.append(String(repeating: ".", count: 2_000)) }
        let before = try FileManager.default.contentsOfDirectory(atPath: disk.folder.path)
        await #expect(throws: StoreError.full) { try await store.backup(to: disk.folder.path("copy.db")) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: disk.folder.path) == before)
        disk.empty()
        try await store.backup(to: disk.folder.path("copy.db"))
    }

    @Test(
        "on a full disk neither half an interval nor half a message is kept",
        .enabled(if: SmallDisk.isPossible, SmallDisk.needs))
    func history() async throws {
        let disk = try SmallDisk()
        let store = try Store.open(path: disk.folder.path("perch.db"))
        try await store.hear(1, minute: 1)
        try await store.put("k")
        try disk.fill(leavingKilobytes: 40)
        var minutes = 0
        do throws(StoreError) {
            for minute in 0..<1_000 as Range<Int64> {
                try await store.history.append((1...200).map { .heard($0) }, startMicroseconds: minute * 60_000_000)
                minutes += 1
            }
            Issue.record("It never got full.")
        } catch {
            #expect(error == .full)
        }
        let rows = try await store.history.list(from: .min, to: .max, after: nil, limit: .max)
        #expect(rows.count == (minutes < 2 ? minutes * 200 + 1 : minutes * 200))
        await #expect(throws: StoreError.full) { try await store.put("l", bytes: 65_536) }
        #expect(try await store.outbox.list(limit: 9).map(\.idempotencyKey) == ["k"])
        disk.empty()
        try await store.put("l", bytes: 65_536)
        try await store.hear(1, minute: 5_000)
        #expect(try await store.check() == [])
    }

    @Test("without room no verb of beacons, regions or the outbox does anything by halves", arguments: Medium.allCases)
    func beacons(_ medium: Medium) async throws {
        try await medium.withStore { store in
            try await store.hear(1, minute: 1)
            try await store.put("k")
            let pages = try await store.database.writer.read { try Int.fetchOne($0, sql: "PRAGMA page_count") ?? 0 }
            try await allow(pages, store)
            let before = try await (store.beacons.list(limit: 999), store.heard(), store.outbox.list(limit: 9))
            await #expect(throws: StoreError.full) {
                try await store.history.append((1...500).map { .heard($0) }, startMicroseconds: 0)
            }
            await #expect(throws: StoreError.full) { try await store.put("l", bytes: 65_536) }
            await #expect(throws: StoreError.full) {
                try await store.beacons.setAlias(String(repeating: "x", count: 20_000), of: .numbered(9))
            }
            let after = try await (store.beacons.list(limit: 999), store.heard(), store.outbox.list(limit: 9))
            #expect(before.0 == after.0 && before.1 == after.1 && before.2 == after.2)
            try await allow(pages + 100, store)
            try await store.beacons.setAlias("bar", of: .numbered(9))
            try await store.put("l", bytes: 65_536)
        }
    }

    /// Appends events until there is no room. Returns their ids.
    private func fill(_ store: Store) async throws -> [Int64] {
        var ids: [Int64] = []
        while ids.count < 5_000 {
            do throws(StoreError) {
                ids.append(try await store.append(String(repeating: ".", count: 500)))
            } catch {
                #expect(error == .full)
                return ids
            }
        }
        Issue.record("It never got full.")
        return ids
    }
}
