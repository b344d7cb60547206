import Store
import Testing

@Suite struct OutageTests {
    @Test("an outage begins, ends once, and the newest comes first", arguments: Medium.allCases)
    func beginAndEnd(_ medium: Medium) async throws {
        try await medium.withStore { store in
            try await store.see("a")
            try await store.see("b")
            try await store.dongles.beginOutage(of: "a", cause: "unplugged", microsecondsSince1970: 10)
            try await store.dongles.beginOutage(of: "b", cause: "no answer", microsecondsSince1970: 11)
            try await store.dongles.endOutage(of: "a", microsecondsSince1970: 20)
            try await store.dongles.endOutage(of: "a", microsecondsSince1970: 30)
            // The newest outage stays the newest even if the clock was set back.
            try await store.dongles.beginOutage(of: "a", cause: "reset", microsecondsSince1970: 5)
            let outages = try await store.dongles.outages(of: "a", limit: 10)
            #expect(outages.map(\.cause) == ["reset", "unplugged"])
            #expect(outages.map(\.beganMicroseconds) == [5, 10])
            #expect(outages.map(\.endedMicroseconds) == [nil, 20])
            #expect(try await store.dongles.outages(of: "b", limit: 10).map(\.endedMicroseconds) == [nil])
            #expect(try await store.dongles.outages(of: "a", limit: 1).count == 1)
            #expect(try await store.dongles.outages(of: "a", limit: -1).isEmpty)
        }
    }

    @Test("an outage that nobody ended stays without an end", arguments: Medium.allCases)
    func left(_ medium: Medium) async throws {
        try await medium.withStore { store in
            try await store.see("a")
            try await store.dongles.beginOutage(of: "a", cause: "first", microsecondsSince1970: 1)
            try await store.dongles.beginOutage(of: "a", cause: "second", microsecondsSince1970: 2)
            try await store.dongles.endOutage(of: "a", microsecondsSince1970: 3)
            #expect(try await store.dongles.outages(of: "a", limit: 10).map(\.endedMicroseconds) == [3, nil])
        }
    }

    @Test("an unknown dongle has no outages", arguments: Medium.allCases)
    func unknown(_ medium: Medium) async throws {
        try await medium.withStore { store in
            try await store.dongles.beginOutage(of: "a", cause: "unplugged", microsecondsSince1970: 1)
            try await store.dongles.endOutage(of: "a", microsecondsSince1970: 2)
            #expect(try await store.dongles.outages(of: "a", limit: 10).isEmpty)
        }
    }

    @Test("1,000 outages a dongle are kept")
    func bound() async throws {
        let store = try Store.inMemory()
        try await store.see("a")
        try await store.see("b")
        try await store.dongles.beginOutage(of: "b", cause: "other", microsecondsSince1970: 0)
        for time in 1...1_003 {
            try await store.dongles.beginOutage(of: "a", cause: "unplugged", microsecondsSince1970: Int64(time))
        }
        let outages = try await store.dongles.outages(of: "a", limit: 2_000)
        #expect(outages.count == 1_000)
        #expect(outages.last?.beganMicroseconds == 4)
        #expect(try await store.dongles.list().map(\.outages) == [1_000, 1])
    }
}
