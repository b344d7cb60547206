import TestSupport
import Foundation
import GRDB
import Glibc
import Testing

@testable import Store

@Suite struct RestoreTests {
    private let folder: TemporaryFolder
    private let path: String
    private let backup: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("perch.db")
        backup = folder.path("backup")
    }

    /// Makes a database with two events, the second of them in its journal only, and a backup with
    /// one event.
    private func makeOld() async throws {
        let store = try Store.open(path: path)
        try await store.append("first")
        try await store.backup(to: backup)
        try await store.database.writer.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
        try await store.append("second")
        let kept = try ["", "-wal"].map { try Data(contentsOf: URL(fileURLWithPath: path + $0)) }
        try store.close()
        // Leaves the files as a killed gateway does.
        for (suffix, bytes) in zip(["", "-wal"], kept) { try bytes.write(to: URL(fileURLWithPath: path + suffix)) }
    }

    private func titles(_ path: String) async throws -> [String] {
        let store = try Store.open(path: path)
        let titles = try await store.events.list(after: nil, kinds: nil, limit: 10).map(\.title)
        try store.close()
        return titles
    }

    private func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    @Test("a backup takes the database's place; the one before is kept with what its journal held, and can be restored")
    func restored() async throws {
        try await makeOld()
        let store = try Store.restore(backup, at: path)
        #expect(try await store.events.list(after: nil, kinds: nil, limit: 10).map(\.title) == ["first"])
        #expect(try await store.check() == [])
        try store.close()
        let old = try #require(store.origin.replaced)
        #expect(old.hasPrefix(path + ".old-"))
        #expect(exists(old + "-wal") && !exists(path + ".restore"))
        #expect(try Store.open(path: path).origin == .kept)

        let again = try Store.restore(old, at: path)
        #expect(try await again.events.list(after: nil, kinds: nil, limit: 10).map(\.title) == ["first", "second"])
        #expect(again.origin.replaced.map { $0 != old } == true)
        try again.close()
        #expect(try await titles(old) == ["first", "second"])
    }

    @Test("where there was no database, one is made of the backup")
    func none() async throws {
        try await makeOld()
        let store = try Store.restore(backup, at: folder.path("new/perch.db"))
        #expect(store.origin == .restored(old: nil))
        #expect(try await store.ids() == [1])
    }

    @Test(
        "a draft waits until the database is opened the next time, whatever was done of the swap before",
        arguments: 0...3)
    func interrupted(_ step: Int) async throws {
        try await makeOld()
        let waiting = path + ".restore"
        try FileManager.default.copyItem(atPath: backup, toPath: waiting)
        let place = try StoreFile(path: path)
        if step > 0 {
            // Moves the files that have been moved when the process is killed after each step.
            let aside = try #require(try place.setAside(whenChanged: waiting))
            if step < 3 { #expect(rename(aside, path) == 0) }
            if step < 2 { #expect(rename(aside + "-wal", path + "-wal") == 0) }
        }
        let store = try Store.open(path: path)
        #expect(try await store.events.list(after: nil, kinds: nil, limit: 10).map(\.title) == ["first"])
        try store.close()
        #expect(try await titles(#require(store.origin.replaced)) == ["first", "second"])
        #expect(!exists(waiting))
    }

    @Test("a draft of a gateway that runs is looked over, and taken when it is opened again")
    func staged() async throws {
        try await makeOld()
        let store = try Store.open(path: path)
        let bad = try store.makeDraft()
        try Data("noise".utf8).write(to: URL(fileURLWithPath: bad))
        #expect(throws: StoreError.notABackup(path: "It")) { try store.stage(bad, named: "It") }
        #expect(!exists(bad) && !exists(path + ".restore"))
        let left = try store.makeDraft()
        let draft = try store.makeDraft()
        try Data(contentsOf: URL(fileURLWithPath: backup)).write(to: URL(fileURLWithPath: draft))
        try store.stage(draft, named: "It")
        #expect(try await store.ids() == [1, 2], "what is open stays what it is")
        try store.close()
        #expect(try await titles(path) == ["first"])
        #expect(!exists(left), "a draft that a killed process has left")
    }

    enum Fault: String, CaseIterable {
        case none, empty, mark, noise, cut, folder, pipe, newer, foreign
    }

    @Test("what is no sound backup of this version is refused, and nothing changes", arguments: Fault.allCases)
    func refused(_ fault: Fault) async throws {
        try await makeOld()
        let file = folder.path("bad")
        let whole = try Data(contentsOf: URL(fileURLWithPath: backup))
        switch fault {
        case .none: break
        case .empty: try Data().write(to: URL(fileURLWithPath: file))
        case .mark: try DatabaseConnection.makeEmpty(at: file, path: file)
        case .noise: try Data(repeating: 0xA5, count: 10_000).write(to: URL(fileURLWithPath: file))
        case .cut: try whole.prefix(whole.count / 2 / 4_096 * 4_096).write(to: URL(fileURLWithPath: file))
        case .folder: #expect(mkdir(file, 0o700) == 0)
        case .pipe: #expect(mkfifo(file, 0o600) == 0)
        case .newer:
            try whole.write(to: URL(fileURLWithPath: file))
            let queue = try DatabaseQueue(path: file)
            try await queue.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('99')") }
            try queue.close()
        case .foreign:
            let queue = try DatabaseQueue(path: file)
            try await queue.write { try $0.execute(sql: "CREATE TABLE other (thing)") }
            try queue.close()
        }
        let before = try ["", "-wal"].map { try Data(contentsOf: URL(fileURLWithPath: path + $0)) }
        let error = #expect(throws: StoreError.self) { _ = try Store.restore(file, at: path) }
        switch (fault, error) {
        case (.none, .unreadable(file, ENOENT)), (.empty, .empty(file)), (.mark, .empty(file)),
            (.noise, .notABackup(file)),
            (.cut, .damaged(file, _)), (.folder, .unreadable(file, EISDIR)), (.pipe, .notABackup(file)),
            (.newer, .newer(file, ["99"], [])), (.foreign, .notABackup(file)):
            break
        default: Issue.record("\(fault): \(String(describing: error))")
        }
        #expect(try ["", "-wal"].map { try Data(contentsOf: URL(fileURLWithPath: path + $0)) } == before)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(names.allSatisfy { !$0.contains(".draft-") && !$0.contains(".restore") })
        #expect(try await titles(path) == ["first", "second"])
    }

    @Test("a database is not restored from itself")
    func itself() async throws {
        try await makeOld()
        #expect(throws: StoreError.sameFile(path: path)) { _ = try Store.restore(path, at: path) }
        #expect(try await titles(path) == ["first", "second"])
    }

    @Test("a database in use is neither replaced nor taken for a backup")
    func inUse() async throws {
        try await makeOld()
        let store = try Store.open(path: path)
        #expect(throws: StoreError.owned(path: path, pid: getpid())) { _ = try Store.restore(backup, at: path) }
        let other = folder.path("other.db")
        #expect(throws: StoreError.owned(path: path, pid: getpid())) { _ = try Store.restore(path, at: other) }
        #expect(!exists(other))
        try store.close()
    }

    @Test("a file of 0 bytes is told from none; its journal is kept")
    func empty() async throws {
        #expect(try Store.open(path: path).origin == .made)
        try await makeOld()
        #expect(truncate(path, 0) == 0)
        let store = try Store.open(path: path)
        guard case .madeForEmpty(let log?) = store.origin else {
            Issue.record("\(store.origin)")
            return
        }
        try store.close()
        #expect(exists(log + "-wal"))
        #expect(truncate(path, 0) == 0)
        #expect(try Store.open(path: path).origin == .madeForEmpty(log: nil))
    }
}
