import Store
import Testing

@Suite struct DongleTests {
    @Test("a dongle keeps its first sight, and what it was at its last", arguments: Medium.allCases)
    func seen(_ medium: Medium) async throws {
        try await medium.withStore { store in
            let isNew = try await store.dongles.saw(
                id: "a", port: "/dev/ttyACM0", firmware: "perch 1.0", isSimulated: true, microsecondsSince1970: 10)
            let isNewAgain = try await store.dongles.saw(
                id: "a", port: "/dev/ttyACM1", firmware: nil, isSimulated: false, microsecondsSince1970: 20)
            #expect(isNew && !isNewAgain)
            let dongle = try #require(try await store.dongles.list().first)
            #expect(dongle.id == "a")
            #expect(dongle.port == "/dev/ttyACM1")
            #expect(dongle.firmware == "perch 1.0")
            #expect(!dongle.isSimulated)
            #expect(dongle.firstSeenMicroseconds == 10)
            #expect(dongle.lastSeenMicroseconds == 20)
            #expect(dongle.alias == nil)
            #expect(dongle.outages == 0)
        }
    }

    @Test("the dongle seen last is the first", arguments: Medium.allCases)
    func order(_ medium: Medium) async throws {
        try await medium.withStore { store in
            try await store.see("a", at: 1)
            try await store.see("b", at: 3)
            try await store.see("c", at: 2)
            #expect(try await store.dongles.list().map(\.id) == ["b", "c", "a"])
        }
    }

    @Test(
        "an alias belongs to one dongle, is kept when it is seen again, and can be taken away",
        arguments: Medium.allCases)
    func alias(_ medium: Medium) async throws {
        try await medium.withStore { store in
            try await store.see("a")
            try await store.see("b")
            #expect(try await store.dongles.setAlias("bar", of: "a"))
            #expect(try await store.dongles.setAlias("bar", of: "a"))
            await #expect(throws: StoreError.aliasTaken(owner: "a")) {
                try await store.dongles.setAlias("bar", of: "b")
            }
            try await store.see("a", at: 5)
            #expect(try await store.dongles.list().map(\.alias) == ["bar", nil])
            #expect(try await store.dongles.setAlias(nil, of: "a"))
            #expect(try await store.dongles.setAlias(nil, of: "b"))
            #expect(try await store.dongles.setAlias("bar", of: "b"))
        }
    }

    @Test("an unknown dongle gets no alias and cannot be forgotten", arguments: Medium.allCases)
    func unknown(_ medium: Medium) async throws {
        try await medium.withStore { store in
            let isNamed = try await store.dongles.setAlias("bar", of: "a")
            let isForgotten = try await store.dongles.forget("a")
            #expect(!isNamed && !isForgotten)
            #expect(try await store.dongles.list().isEmpty)
        }
    }

    @Test("a forgotten dongle takes its outages and its alias with it, not its events", arguments: Medium.allCases)
    func forget(_ medium: Medium) async throws {
        try await medium.withStore { store in
            try await store.see("a")
            #expect(try await store.dongles.setAlias("bar", of: "a"))
            try await store.dongles.beginOutage(of: "a", cause: "unplugged", microsecondsSince1970: 1)
            try await store.append(dongle: "a")
            #expect(try await store.dongles.forget("a"))
            #expect(try await store.dongles.outages(of: "a", limit: 10).isEmpty)
            #expect(try await store.events.list(after: nil, kinds: nil, limit: 10).map(\.dongle) == ["a"])
            try await store.see("b")
            #expect(try await store.dongles.setAlias("bar", of: "b"))
        }
    }
}
