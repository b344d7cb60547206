import TestSupport
import Foundation
import GRDB
import Testing

@testable import Store

@Suite struct OpeningTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("perch.db")
    }

    /// Makes a store with some events, and closes it.
    private func makeStore() async throws {
        let store = try Store.open(path: path)
        for number in 1...20 { try await store.append("Event \(number)" + String(repeating: ".", count: 1_000)) }
        try store.close()
    }

    @Test("missing folders are made, with nothing for others, whatever the umask", arguments: ["000", "077"])
    func modes(_ umask: String) throws {
        let path = folder.path("a/b/perch.db")
        let writer = try CrashingWriter(path: path, umask: umask)
        _ = writer.acknowledged(1)
        #expect(mode(folder.path("a")) == 0o750)
        #expect(mode(folder.path("a/b")) == 0o750)
        for suffix in ["", "-wal", "-shm", ".lock"] { #expect(mode(path + suffix) == 0o640, "\(suffix)") }
        writer.kill()
    }

    @Test("a clean close leaves the database alone, and its lock")
    func closed() async throws {
        try await makeStore()
        #expect(try folder.contents().keys.sorted() == ["perch.db", "perch.db.lock"])
    }

    @Test("every commit is on the disk, in a log beside the database, and references are kept")
    func settings() async throws {
        let store = try Store.open(path: path)
        let settings = try await store.database.writer.read { db in
            try ["journal_mode", "synchronous", "foreign_keys", "busy_timeout", "application_id"].map {
                try String.fetchOne(db, sql: "PRAGMA \($0)")
            }
        }
        #expect(settings == ["wal", "2", "1", "5000", "\(0x5072_6368)"])
    }

    @Test("verbs of a closed store fail, and closing it twice does not")
    func afterClose() async throws {
        let store = try Store.open(path: path)
        try store.close()
        try store.close()
        await #expect(throws: StoreError.closed) { try await store.append() }
        await #expect(throws: StoreError.closed) { try await store.dongles.list() }
        await #expect(throws: StoreError.closed) { try await store.check() }
    }

    @Test("an empty file becomes a store", arguments: ["perch.db", "with space % and ?#.db"])
    func empty(_ name: String) async throws {
        let path = folder.path(name)
        try Data().write(to: URL(fileURLWithPath: path))
        for count in 1...2 {
            let store = try Store.open(path: path)
            #expect(try await store.append() == Int64(count))
            try store.close()
        }
    }

    @Test("a link to a file that is not there yet is followed and kept", arguments: ["", "further/"])
    func danglingLink(_ base: String) async throws {
        let disk = try TemporaryFolder()
        try #require(symlink(disk.path, folder.path("further")) == 0)
        try #require(symlink(disk.path("real.db"), folder.path("second")) == 0)
        try #require(symlink(base.isEmpty ? "second" : base + "real.db", path) == 0)
        for count in 1...2 {
            let store = try Store.open(path: path)
            #expect(try await store.append() == Int64(count))
            #expect(throws: StoreError.owned(path: disk.path("real.db"), pid: getpid())) {
                try Store.open(path: disk.path("real.db"))
            }
            try store.close()
        }
        #expect(isLink(path))
        #expect(try disk.contents().keys.sorted() == ["real.db", "real.db.lock"])
    }

    @Test("a link into a folder that is not there, or in a circle, is refused and kept")
    func brokenLink() throws {
        let target = folder.path("unmounted/perch.db")
        try #require(symlink(target, path) == 0)
        #expect(throws: StoreError.cannotOpen(path: target, errno: ENOENT)) { try Store.open(path: path) }
        #expect(isLink(path))
        let circle = folder.path("circle.db")
        try #require(symlink(circle, circle) == 0)
        #expect(throws: StoreError.cannotOpen(path: circle, errno: ELOOP)) { try Store.open(path: circle) }
        #expect(isLink(circle))
        #expect(access(folder.path("unmounted"), F_OK) != 0)
    }

    private func isLink(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    @Test("what an opening that was cut off has left is no obstacle")
    func leftDraft() async throws {
        for name in ["perch.db.new", "perch.db.new-journal"] {
            try Data("half".utf8).write(to: URL(fileURLWithPath: folder.path(name)))
        }
        try await makeStore()
        #expect(try folder.contents().keys.sorted() == ["perch.db", "perch.db.lock"])
    }

    @Test("the log of a database that was deleted is not taken for the new one's")
    func leftLog() async throws {
        let store = try Store.open(path: path)
        for _ in 1...5 { try await store.append() }
        let log = try Data(contentsOf: URL(fileURLWithPath: path + "-wal"))
        #expect(log.count > 0)
        try store.close()
        unlink(path)
        try log.write(to: URL(fileURLWithPath: path + "-wal"))
        let new = try Store.open(path: path)
        #expect(try await new.ids() == [])
        #expect(try await new.check() == [])
    }

    @Test("a database of a newer version is refused and left untouched")
    func newer() async throws {
        try await makeStore()
        try await DatabaseQueue(path: path).write { db in
            try db.execute(sql: "INSERT INTO grdb_migrations VALUES ('9-new'), ('8-new'); CREATE TABLE new (x)")
        }
        let before = try folder.contents()
        #expect(before.keys.sorted() == ["perch.db", "perch.db.lock"])
        #expect(throws: StoreError.newer(path: path, migrations: ["8-new", "9-new"], copies: [])) {
            try Store.open(path: path)
        }
        #expect(try folder.contents().filter { $0.key != "perch.db.lock" } == before.filter { $0.key == "perch.db" })
    }

    @Test("a database that a newer version has left in a crash is refused, and its log is not played back")
    func newerWithLog() async throws {
        try await makeStore()
        let crashed = try TemporaryFolder()
        let copy = crashed.path("perch.db")
        let queue = try DatabaseQueue(path: path)
        try await queue.writeWithoutTransaction { db in
            try db.execute(sql: "INSERT INTO grdb_migrations VALUES ('9-new')")
        }
        for suffix in ["", "-wal"] { try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix) }
        let before = try crashed.contents()
        #expect(throws: StoreError.newer(path: copy, migrations: ["9-new"], copies: [])) { try Store.open(path: copy) }
        let after = try crashed.contents()
        #expect(after["perch.db"] == before["perch.db"])
        #expect(after["perch.db-wal"] == before["perch.db-wal"])
    }

    @Test("a file that is something else is refused and left untouched", arguments: Stranger.allCases)
    func stranger(_ stranger: Stranger) throws {
        try stranger.make(at: path)
        let before = stranger.isFile ? try Data(contentsOf: URL(fileURLWithPath: path)) : nil
        #expect(throws: StoreError.notAStore(path: path)) { try Store.open(path: path) }
        let after = stranger.isFile ? try Data(contentsOf: URL(fileURLWithPath: path)) : nil
        #expect(after == before)
        #expect(access(path + "-wal", F_OK) != 0)
    }

    enum Stranger: CaseIterable, Sendable {
        case text, oneByte, otherDatabase, markedDatabase, folder, pipe

        var isFile: Bool { self != .folder && self != .pipe }

        func make(at path: String) throws {
            switch self {
            case .text: try Data(repeating: 0x41, count: 5_000).write(to: URL(fileURLWithPath: path))
            case .oneByte: try Data([0]).write(to: URL(fileURLWithPath: path))
            case .otherDatabase, .markedDatabase:
                try DatabaseQueue(path: path).write { db in
                    try db.execute(sql: "CREATE TABLE t (x)")
                    if self == .markedDatabase { try db.execute(sql: "PRAGMA application_id = 1") }
                }
            case .folder: try #require(mkdir(path, 0o700) == 0)
            case .pipe: try #require(mkfifo(path, 0o600) == 0)
            }
        }
    }

    @Test("a damaged database is not opened, not erased and not repaired", arguments: Damage.allCases)
    func damaged(_ damage: Damage) async throws {
        try await makeStore()
        var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        damage.apply(to: &bytes)
        try bytes.write(to: URL(fileURLWithPath: path))
        let error = #expect(throws: StoreError.self) { try Store.open(path: path) }
        guard case .corrupt(let message) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(!message.isEmpty)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
    }

    enum Damage: CaseIterable, Sendable {
        case truncated, pageSize, schema

        func apply(to bytes: inout Data) {
            switch self {
            case .truncated: bytes.removeLast(bytes.count / 2)
            case .pageSize: bytes.replaceSubrange(16..<18, with: [0x12, 0x34])
            case .schema: bytes.replaceSubrange(100..<4_096, with: repeatElement(0xA5, count: 3_996))
            }
        }
    }

    @Test(
        "a place where nothing can be made is told with the system's reason",
        arguments: [("/dev/null/perch.db", ENOTDIR), ("/proc/perch/perch.db", ENOENT), ("", ENOENT), ("/tmp/", EISDIR)])
    func place(_ path: String, _ reason: Int32) {
        let error = #expect(throws: StoreError.self) { try Store.open(path: path) }
        guard case .cannotOpen(_, let errno) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(errno == reason)
    }
}
