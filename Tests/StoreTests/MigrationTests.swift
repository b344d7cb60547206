import Advertising
import Foundation
import GRDB
import GatewayModel
import TestSupport
import Testing

@testable import Store

@Suite struct MigrationTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("perch.db")
    }

    private func copy(_ schema: Int) -> String { "\(path).schema-\(schema)" }

    /// Returns the number of the last step that a database has been through.
    private func schema(_ path: String) throws -> Int {
        try SchemaReader.migrations(of: StoreFile(path: path)).count
    }

    private func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    @Test("a database of any earlier schema becomes one of the newest, with every row", arguments: OldDatabase.schemas)
    func upgraded(_ schema: Int) async throws {
        try OldDatabase.make(schema, at: path)
        let before = try OldDatabase.rows(path)
        let store = try Store.open(path: path)
        #expect(store.origin == .migrated(copy: copy(schema)) && store.lastVersion == "0.2.0")
        #expect(try await store.size().schema == "15-placement")
        let fresh = try Store.inMemory()
        let wanted = try await fresh.database.writer.read(OldDatabase.schema)
        #expect(try await store.database.writer.read(OldDatabase.schema) == wanted)
        try await expectRows(of: schema, in: store)
        #expect(try await store.check() == [])
        try store.close()
        #expect(try OldDatabase.rows(copy(schema)) == before)

        let restored = try Store.restore(copy(schema), at: path)
        #expect(restored.lastVersion == "0.2.0" && restored.origin.replaced != nil)
        try await expectRows(of: schema, in: restored)
        try restored.close()
    }

    /// Expects the rows of `Fixtures`, read by the store's own methods.
    private func expectRows(of schema: Int, in store: Store) async throws {
        let events = try await store.events.list(after: nil, kinds: nil, limit: 9)
        let titles = ["Gateway started", "Dongle first seen", "Dongle lost", "Console opened"]
        #expect(events.prefix(4).map(\.title) == titles)
        #expect(events.prefix(4).map(\.level) == ["info", "info", "warning", "notice"])
        #expect(events.count == 4 + (schema >= 12 ? 1 : 0) + (schema >= 13 ? 1 : 0))
        let dongles = try await store.dongles.list()
        #expect(dongles.map(\.alias) == ["bar", nil] && dongles.map(\.outages) == [1, 0])
        guard schema >= 2 else { return }
        #expect(try await store.regions.list().map(\.state) == [.inside])
        let beacons = try await store.beacons.list(limit: 9)
        #expect(beacons.map(\.alias) == ["Table \"1\", Wörth", nil] && beacons[0].calibration?.samples == 40)
        let history = try await store.history.list(from: .min, to: .max, after: nil, limit: 9)
        #expect(history.map(\.entry.count) == [55, 12, 60] + (schema >= 12 ? [58] : []))
        let waiting = try await store.outbox.list(limit: 9)
        #expect(waiting.map(\.idempotencyKey) == ["msg_1", "msg_2"] + (schema >= 6 ? ["reg_1"] : []))
        guard schema >= 3 else { return }
        let runs = try await store.runs.list(limit: 9)
        #expect(runs.map(\.progress.state) == [.writtenUnverified, .verified])
        #expect(runs.map(\.target.addressType) == [.random, .public] && runs[0].progress.baseline != nil)
        #expect(try await store.runs.journal(of: 1, after: 0, limit: 9).map(\.entry.phase) == [.intent, .outcome])
        #expect(try await store.runs.shards().count == 1)
        guard schema >= 4 else { return }
        #expect(try await store.patterns.list().map(\.pattern.text).sorted() == ["Penguin", "b4:1e:52", "flock"])
        #expect(try await store.patterns.scanSettings() == [.detectionTimeout: 30_000])
        #expect(try await store.patterns.sets() == ["bundled": 1])
        let device = try #require(try await store.configs.devices().first)
        #expect(device.name == "FlockFinder" && device.dialect == .compact && device.held == Array("{}".utf8))
        #expect(try await store.configs.transfers(of: device.device).map(\.outcome) == [.applied])
        let types = try await store.detections.list().map { $0.types.map(\.confidence) }
        #expect(types == [[90, 90]] + (schema >= 5 ? [[80, 35]] : []))
        #expect(try await store.detections.mutes().map(\.mute.value) == ["low"])
        guard schema >= 6 else { return }
        let tables = try await store.payfrit.tables(limit: 9)
        #expect(tables.map(\.state) == [.queued, .registered] && tables.map(\.entry) == [3, nil])
        #expect(tables.map(\.runsBefore) == [schema >= 8 ? 0 : nil, nil])
        #expect(tables.map(\.businessName) == [nil, schema >= 10 ? "Zum Wörth" : nil])
        let base = "https://dev.example/api"
        #expect(
            try await store.payfrit.servicePointBegun(base: base, business: 3) == (schema >= 7 ? "Table 3" : nil))
        #expect(try await store.patterns.lastStep()?.cause == (schema >= 9 ? .import : nil))
        #expect(
            try await store.payfrit.backendBeacons(base: base)?.beacons.map(\.name)
                == (schema >= 11 ? ["Table 2"] : nil))
    }

    @Test("a copy has the database's mode and owner, and none is made where nothing is migrated")
    func mode() async throws {
        try OldDatabase.make(13, at: path)
        #expect(chmod(path, 0o600) == 0)
        let isRoot = geteuid() == 0
        if isRoot { #expect(chown(path, 12_345, 12_346) == 0) }
        try Store.open(path: path).close()
        #expect(StoreTests.mode(copy(13)) == 0o600)
        let owner = try FileManager.default.attributesOfItem(atPath: copy(13))[.ownerAccountID] as? Int
        #expect(!isRoot || owner == 12_345)
        unlink(copy(13))
        let again = try Store.open(path: path)
        #expect(again.origin == .kept && again.copies == [])
        try again.close()
        #expect(try Store.open(path: folder.path("new.db")).copies == [])
    }

    @Test("the two newest copies are kept, and files of other names")
    func bounded() async throws {
        let others = ["perch.db.schema-", "perch.db.schema-2x", "perch.db.schema-3.bak", "perch.db.old-1"]
        for other in others { try folder.file(other) }
        for schema in [13, 2, 7, 3] {
            for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) }
            try OldDatabase.make(schema, at: path)
            let store = try Store.open(path: path)
            #expect(store.copies.first == copy(schema))
            try store.close()
        }
        let names = try folder.contents().keys.filter { $0.hasPrefix("perch.db.") }
        #expect(Set(names) == Set(others + ["perch.db.lock", "perch.db.schema-7", "perch.db.schema-3"]))
    }

    @Test("the version of the program is recorded, from the first opening of a new database on")
    func version() async throws {
        let new = try Store.open(path: path)
        #expect(new.lastVersion == APIVersion.program)
        try await new.database.writer.write { try $0.setVersion("0.1.9") }
        try new.close()
        let later = try Store.open(path: path)
        #expect(later.lastVersion == "0.1.9")
        try await later.recordVersion()
        try later.close()
        #expect(try Store.open(path: path).lastVersion == APIVersion.program)
    }

    @Test("a migration that fails leaves the old schema, whichever step fails")
    func failing() async throws {
        try OldDatabase.make(1, at: path)
        let queue = try DatabaseQueue(path: path)
        try await queue.write { try $0.execute(sql: "CREATE TABLE backend_beacon (x)") }
        try queue.close()
        #expect(throws: StoreError.self) { try Store.open(path: path) }
        #expect(try schema(path) == 1)
    }

    @Test("a database that cannot be copied is not migrated")
    func notCopied() async throws {
        try OldDatabase.make(13, at: path)
        #expect(mkdir(copy(13), 0o700) == 0)
        let reason = StoreError.cannotOpen(path: copy(13), errno: EISDIR)
        #expect(throws: StoreError.notCopied(to: copy(13), reason: reason)) { try Store.open(path: path) }
        #expect(try schema(path) == 13)
        let drafts = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.contains(Draft.mark) }
        #expect(drafts == [])
    }

    @Test("a damaged database is not migrated, and does not replace a sound copy")
    func damaged() async throws {
        try OldDatabase.make(13, at: path)
        let sound = try Data(contentsOf: URL(filePath: path))
        try sound.write(to: URL(filePath: copy(13)))
        let page = try await DatabaseQueue(path: path).read { db in
            try Int.fetchOne(db, sql: "SELECT rootpage FROM sqlite_master WHERE name = 'outage_of_dongle'") ?? 0
        }
        var bytes = sound
        bytes.replaceSubrange((page - 1) * 4_096..<page * 4_096, with: repeatElement(0xA5, count: 4_096))
        try bytes.write(to: URL(filePath: path))
        let error = #expect(throws: StoreError.self) { try Store.open(path: path) }
        guard case .notCopied(copy(13), .corrupt) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(try schema(path) == 13)
        #expect(try Data(contentsOf: URL(filePath: copy(13))) == sound)
    }

    @Test(
        "a newer database is refused with the copies that this version can use, newest first, and they can be restored")
    func downgrade() async throws {
        for schema in [13, 2] {
            for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) }
            try OldDatabase.make(schema, at: path)
            try Store.open(path: path).close()
        }
        let unusable = copy(99)
        try FileManager.default.copyItem(atPath: path, toPath: unusable)
        for newer in [path, unusable] {
            let queue = try DatabaseQueue(path: newer)
            try await queue.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('99-new')") }
            try queue.close()
        }
        try folder.file("perch.db.schema-77", "noise")
        let error = StoreError.newer(path: path, migrations: ["99-new"], copies: [copy(2), copy(13)])
        #expect(throws: error) { try Store.open(path: path) }
        #expect(throws: error) { try Store.inspect(path: path) }
        let store = try Store.restore(copy(13), at: path)
        try await expectRows(of: 13, in: store)
        let old = try #require(store.origin.replaced)
        #expect(try SchemaReader.migrations(of: StoreFile(path: old)).contains("99-new"))
        #expect(exists(copy(13)))
    }
}
