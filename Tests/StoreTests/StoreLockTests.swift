import TestSupport
import Foundation
import Store
import Testing

@Suite struct StoreLockTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("perch.db")
    }

    @Test("a second owner in another process is told who the first is, and a killed one is no obstacle")
    func otherProcess() throws {
        let writer = try CrashingWriter(path: path)
        _ = writer.acknowledged(1)
        #expect(throws: StoreError.owned(path: path, pid: writer.pid)) { try Store.open(path: path) }
        writer.kill()
        #expect(access(path + ".lock", F_OK) == 0)
        try Store.open(path: path).close()
    }

    @Test("a second owner in this process is refused, also by another name of the file")
    func thisProcess() throws {
        let store = try Store.open(path: path)
        let link = folder.path("link.db")
        try #require(symlink("perch.db", link) == 0)
        for name in [path, link, folder.path("../\((folder.path as NSString).lastPathComponent)/perch.db")] {
            #expect(throws: StoreError.owned(path: name, pid: getpid())) { try Store.open(path: name) }
        }
        try store.close()
        try Store.open(path: link).close()
    }

    @Test("the lock goes with the last reference to the store")
    func released() async throws {
        for count in 1...3 {
            let store = try Store.open(path: path)
            #expect(try await store.append() == Int64(count))
        }
    }

    @Test("a lock file with anything in it is locked and written anew")
    func strange() throws {
        try Data(repeating: 0x39, count: 5_000).write(to: URL(fileURLWithPath: path + ".lock"))
        let store = try Store.open(path: path)
        #expect(try String(contentsOfFile: path + ".lock", encoding: .utf8) == "\(getpid())\n")
        try store.close()
    }

    @Test("a refused database keeps no lock")
    func refused() throws {
        try Data("text".utf8).write(to: URL(fileURLWithPath: path))
        for _ in 1...2 {
            #expect(throws: StoreError.notAStore(path: path)) { try Store.open(path: path) }
        }
    }
}
