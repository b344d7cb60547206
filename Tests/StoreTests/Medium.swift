import Store
import Testing

/// Where a store is: every verb does the same on both.
enum Medium: String, CaseIterable, Sendable {
    case memory, disk

    func withStore(
        _ retention: Store.Retention = .init(), _ body: (Store) async throws -> Void
    ) async throws {
        switch self {
        case .memory:
            try await body(Store.inMemory(retention: retention))
        case .disk:
            let folder = try TemporaryFolder()
            let store = try Store.open(path: folder.file("perch.db"), retention: retention)
            try await body(store)
            #expect(try await store.check() == [])
            try store.close()
        }
    }
}
