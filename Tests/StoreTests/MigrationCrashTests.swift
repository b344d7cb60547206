import Foundation
import TestSupport
import Testing

@testable import Store

/// Upgrades that end early. The program `crash` counts its calls that change files.
@Suite struct MigrationCrashTests {
    private let folder: TemporaryFolder
    private let path: String
    private var copy: String { path + ".schema-12" }

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("perch.db")
    }

    /// Opens the database in another process, which is killed at its call `number`, from 1.
    ///
    /// - Returns: Whether it was killed.
    private func isKilled(at number: Int) throws -> Bool {
        let process = Process()
        process.executableURL = URL(filePath: BuiltProgram.path("crash"))
        process.arguments = ["open", path]
        process.environment = ["KILLPOINT": "call:\(number)"]
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == (process.terminationReason == .exit ? 0 : SIGKILL))
        return process.terminationReason == .uncaughtSignal
    }

    private func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    @Test("killed at any call, an upgrade leaves the old schema or the newest, and a whole copy or none")
    func killed() async throws {
        try OldDatabase.make(12, at: path)
        let old = try Data(contentsOf: URL(filePath: path))
        let rows = try OldDatabase.rows(path)
        var seen: Set<[Bool]> = []
        for number in 1...2_000 {
            for name in try folder.contents().keys { unlink(folder.path(name)) }
            try old.write(to: URL(filePath: path))
            guard try isKilled(at: number) else {
                // No copy; a copy and the old schema; a copy and the newest schema.
                #expect(seen == [[false, false], [true, false], [true, true]])
                return
            }
            let steps = try SchemaReader.migrations(of: StoreFile(path: path)).count
            #expect([12, Migrations.names.count].contains(steps), "call \(number)")
            if exists(copy) { #expect(try OldDatabase.rows(copy) == rows, "call \(number)") }
            if steps > 12 { #expect(exists(copy), "call \(number)") }
            seen.insert([exists(copy), steps > 12])
            let store = try Store.open(path: path)
            #expect(try await store.events.list(after: nil, kinds: nil, limit: 9).count == rows["event"]?.count)
            #expect(store.copies == [copy], "call \(number)")
            try store.close()
            #expect(try folder.contents().keys.filter { $0.contains(Draft.mark) } == [], "call \(number)")
        }
        Issue.record("The process was always killed.")
    }

    @Test(
        "without room for the copy or for the upgrade nothing changes, and with room the upgrade works",
        .enabled(if: SmallDisk.isPossible, SmallDisk.needs))
    func full() async throws {
        let disk = try SmallDisk()
        // The copy takes less room than what the steps add.
        try OldDatabase.make(2, at: self.path)
        let path = disk.folder.path("perch.db")
        try FileManager.default.copyItem(atPath: self.path, toPath: path)
        let rows = try OldDatabase.rows(path)
        var failures: Set<StoreError> = []
        for kilobytes in stride(from: 0, through: 900, by: 12) {
            try disk.fill(leavingKilobytes: kilobytes)
            do {
                let store = try Store.open(path: path)
                #expect(store.copies == [path + ".schema-2"])
                try store.close()
                disk.empty()
                #expect(failures == [.full, .notCopied(to: path + ".schema-2", reason: .full)])
                return
            } catch {
                failures.insert(error)
            }
            disk.empty()
            #expect(try OldDatabase.rows(path) == rows)
            let names = try FileManager.default.contentsOfDirectory(atPath: disk.folder.path)
            #expect(names.allSatisfy { !$0.contains(".schema-") }, "\(names)")
        }
        Issue.record("There was never room.")
    }
}
