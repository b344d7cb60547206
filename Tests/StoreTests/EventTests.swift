import TestSupport
import Store
import Testing

@Suite struct EventTests {
    @Test("an event comes back as it was given", arguments: Medium.allCases)
    func roundTrip(_ medium: Medium) async throws {
        try await medium.withStore { store in
            let id = try await store.events.append(
                kind: "error", level: "info", title: "Ää 東京 'quoted'", detail: "", dongle: "a", isSimulated: true,
                microsecondsSince1970: -1)
            let event = try #require(try await store.events.list(after: nil, kinds: nil, limit: 1).first)
            #expect(event.id == id)
            #expect(event.microsecondsSince1970 == -1)
            #expect(event.kind == "error")
            #expect(event.title == "Ää 東京 'quoted'")
            #expect(event.detail == "")
            #expect(event.dongle == "a")
            #expect(event.isSimulated)
        }
    }

    @Test("events are the newest, or those after an id, always in their order", arguments: Medium.allCases)
    func pages(_ medium: Medium) async throws {
        try await medium.withStore { store in
            for number in 1...5 { try await store.append("\(number)") }
            #expect(try await store.ids() == [1, 2, 3, 4, 5])
            #expect(try await store.events.list(after: nil, kinds: nil, limit: 2).map(\.id) == [4, 5])
            #expect(try await store.events.list(after: 1, kinds: nil, limit: 2).map(\.id) == [2, 3])
            #expect(try await store.events.list(after: 5, kinds: nil, limit: 2).isEmpty)
            #expect(try await store.events.list(after: nil, kinds: nil, limit: 0).isEmpty)
            #expect(try await store.events.list(after: nil, kinds: nil, limit: -1).isEmpty)
        }
    }

    @Test("kinds are filtered before they are counted", arguments: Medium.allCases)
    func kinds(_ medium: Medium) async throws {
        try await medium.withStore { store in
            for kind in ["info", "error", "info", "stateChange"] { try await store.append(kind: kind) }
            #expect(try await store.events.list(after: nil, kinds: ["info"], limit: 2).map(\.id) == [1, 3])
            #expect(try await store.events.list(after: 1, kinds: ["info", "error"], limit: 9).map(\.id) == [2, 3])
            #expect(try await store.events.list(after: nil, kinds: ["it's"], limit: 9).isEmpty)
            #expect(try await store.events.list(after: nil, kinds: [], limit: 9).isEmpty)
        }
    }

    @Test("an id is never used again, not even after the log was cleared", arguments: Medium.allCases)
    func identity(_ medium: Medium) async throws {
        try await medium.withStore { store in
            var ids = try await store.events.ids()
            #expect(ids.oldest == nil && ids.newest == nil)
            for _ in 1...3 { try await store.append() }
            ids = try await store.events.ids()
            #expect(ids.oldest == 1 && ids.newest == 3)
            #expect(try await store.events.clear() == 3)
            ids = try await store.events.ids()
            #expect(ids.oldest == nil && ids.newest == 3)
            #expect(try await store.events.clear() == 0)
            #expect(try await store.append() == 4)
        }
    }

    @Test("ids go on where they were after the store was opened again")
    func reopened() async throws {
        let folder = try TemporaryFolder()
        do {
            let store = try Store.open(path: folder.path("perch.db"))
            for _ in 1...3 { try await store.append() }
            _ = try await store.events.clear()
        }
        let store = try Store.open(path: folder.path("perch.db"))
        #expect(try await store.events.ids().newest == 3)
        #expect(try await store.append() == 4)
    }

    @Test("what was begun is recorded although its task was cancelled", arguments: Medium.allCases)
    func cancelled(_ medium: Medium) async throws {
        try await medium.withStore { store in
            let id = try await Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return try await store.append()
            }.value
            #expect(try await store.ids() == [id])
        }
    }

    @Test("many tasks at once get ids of their own, without a gap", arguments: Medium.allCases)
    func concurrent(_ medium: Medium) async throws {
        try await medium.withStore { store in
            let ids = try await withThrowingTaskGroup(of: Int64.self) { group in
                for _ in 0..<50 { group.addTask { try await store.append() } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(ids.sorted() == Array(1...50))
            #expect(try await store.ids() == Array(1...50))
        }
    }
}
