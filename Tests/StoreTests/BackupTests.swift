import TestSupport
import Foundation
import Store
import Testing

@Suite struct BackupTests {
    private let folder: TemporaryFolder
    private let target: String

    init() throws {
        folder = try TemporaryFolder()
        target = folder.path("copy.db")
    }

    @Test("a copy is a store with everything in it, alone in its folder", arguments: Medium.allCases)
    func copy(_ medium: Medium) async throws {
        try await medium.withStore { store in
            for _ in 1...5 { try await store.append() }
            try await store.see("a")
            try await store.backup(to: target)
            #expect(try folder.contents().keys.sorted() == ["copy.db"])
            #expect(mode(target) == 0o640)
            try await store.append()
            let copy = try Store.open(path: target)
            #expect(try await copy.ids() == [1, 2, 3, 4, 5])
            #expect(try await copy.dongles.list().map(\.id) == ["a"])
            #expect(try await copy.append() == 6)
            #expect(try await copy.check() == [])
        }
    }

    @Test("a copy that is there is replaced only if that was said", arguments: Medium.allCases)
    func replacing(_ medium: Medium) async throws {
        try await medium.withStore { store in
            try await store.backup(to: target)
            let first = try folder.contents()
            try await store.append()
            await #expect(throws: StoreError.exists(path: target)) { try await store.backup(to: target) }
            #expect(try folder.contents() == first)
            try await store.backup(to: target, replacing: true)
            #expect(try folder.contents().keys.sorted() == ["copy.db"])
            #expect(try await Store.open(path: target).ids() == [1])
        }
    }

    @Test("a database in use is never replaced, not even the store by itself")
    func inUse() async throws {
        let path = folder.path("perch.db")
        let store = try Store.open(path: path)
        try await store.append()
        for store in [store, try Store.inMemory()] {
            await #expect(throws: StoreError.owned(path: path, pid: nil)) {
                try await store.backup(to: path, replacing: true)
            }
        }
        #expect(try await store.ids() == [1])
    }

    @Test("a copy that cannot be made leaves nothing behind", arguments: Medium.allCases)
    func failing(_ medium: Medium) async throws {
        try await medium.withStore { store in
            try await store.append()
            let nowhere = folder.path("missing/copy.db")
            await #expect(throws: StoreError.cannotOpen(path: nowhere, errno: ENOENT)) {
                try await store.backup(to: nowhere)
            }
            try #require(mkdir(target, 0o700) == 0)
            await #expect(throws: StoreError.cannotOpen(path: target, errno: EISDIR)) {
                try await store.backup(to: target, replacing: true)
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["copy.db"])
            await #expect(throws: StoreError.cannotOpen(path: "", errno: ENOENT)) { try await store.backup(to: "") }
        }
    }

    @Test("a copy made while events are being appended is the state of one moment")
    func underWay() async throws {
        let path = folder.path("perch.db")
        let store = try Store.open(path: path, retention: .init(newest: 50))
        for _ in 1...50 { try await store.append(String(repeating: ".", count: 2_000)) }
        let appending = Task {
            while !Task.isCancelled { try await store.append(String(repeating: ".", count: 2_000)) }
        }
        for round in 1...5 {
            let copy = folder.path("copy-\(round).db")
            try await store.backup(to: copy)
            let ids = try await Store.open(path: copy).ids()
            #expect(ids.count == 50)
            #expect(ids == Array((ids.first ?? 0)..<(ids.first ?? 0) + 50))
        }
        appending.cancel()
        try await appending.value
    }
}
