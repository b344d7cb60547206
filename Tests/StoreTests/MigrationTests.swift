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

    /// Returns the number of the last step that a database has been through.
    private func schema(_ path: String) throws -> Int {
        try SchemaReader.migrations(of: StoreFile(path: path)).count
    }

    @Test("a database of any earlier schema becomes one of the newest, with every row", arguments: OldDatabase.schemas)
    func upgraded(_ schema: Int) async throws {
        try OldDatabase.make(schema, at: path)
        let store = try Store.open(path: path)
        #expect(store.lastVersion == "0.2.0")
        #expect(try await store.size().schema == "14-program")
        let fresh = try Store.inMemory()
        let wanted = try await fresh.database.writer.read(OldDatabase.schema)
        #expect(try await store.database.writer.read(OldDatabase.schema) == wanted)
        try await expectRows(of: schema, in: store)
        #expect(try await store.check() == [])
        try store.close()
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
}
