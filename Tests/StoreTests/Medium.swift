import TestSupport
import Synchronization
import Testing

@testable import Store

/// A clock for a store, which tests advance.
final class LivedClock: Sendable {
    private let time = Mutex(Duration.zero)

    var elapsed: Duration { time.withLock { $0 } }

    func set(minutes: Int64) { time.withLock { $0 = .seconds(minutes * 60) } }

    func set(seconds: Double) { time.withLock { $0 = .microseconds(Int64(seconds * 1_000_000)) } }
}

/// Media of a store: every verb does the same on both.
enum Medium: String, CaseIterable, Sendable {
    case memory, disk

    func withStore(
        _ retention: Store.Retention = .init(), clock: LivedClock = LivedClock(), _ body: (Store) async throws -> Void
    ) async throws {
        switch self {
        case .memory:
            try await body(Store.inMemory(retention: retention, elapsed: { clock.elapsed }))
        case .disk:
            let folder = try TemporaryFolder()
            let store = try Store.open(
                path: folder.path("perch.db"), retention: retention, elapsed: { clock.elapsed })
            try await body(store)
            #expect(try await store.check() == [])
            try store.close()
        }
    }
}
