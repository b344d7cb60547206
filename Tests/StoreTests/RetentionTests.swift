import TestSupport
import Store
import Testing

@Suite struct RetentionTests {
    private static let tenSeconds = Store.Retention(newest: 1_000, age: .seconds(10))

    @Test("the newest are kept", arguments: Medium.allCases)
    func newest(_ medium: Medium) async throws {
        try await medium.withStore(.init(newest: 3)) { store in
            for _ in 1...3 { try await store.append() }
            #expect(try await store.ids() == [1, 2, 3])
            for _ in 1...2 { try await store.append() }
            #expect(try await store.ids() == [3, 4, 5])
            _ = try await store.events.clear()
            for _ in 1...3 { try await store.append() }
            #expect(try await store.ids() == [6, 7, 8])
        }
    }

    @Test("an event goes when it is older than the limit, not when it is as old", arguments: Medium.allCases)
    func age(_ medium: Medium) async throws {
        let clock = LivedClock()
        try await medium.withStore(Self.tenSeconds, clock: clock) { store in
            for second in [0, 5, 10.0] {
                clock.set(seconds: second)
                try await store.append(at: second)
            }
            #expect(try await store.ids() == [1, 2, 3])
            clock.set(seconds: 10.000_001)
            try await store.append(at: 10.000_001)
            #expect(try await store.ids() == [2, 3, 4])
            clock.set(seconds: 100)
            try await store.append(at: 100)
            #expect(try await store.ids() == [5])
        }
    }

    @Test("whatever the time of day does, only the time that the gateway runs counts", arguments: Medium.allCases)
    func jumps(_ medium: Medium) async throws {
        let clock = LivedClock()
        try await medium.withStore(Self.tenSeconds, clock: clock) { store in
            for second in [100, 1e9, 0, 50, -1e9, 105] { try await store.append(at: second) }
            #expect(try await store.ids() == Array(1...6))
            clock.set(seconds: 10.5)
            try await store.append(at: -1e9)
            #expect(try await store.ids() == [7])
        }
    }

    @Test("ids rise whatever the clock does", arguments: Medium.allCases)
    func monotonic(_ medium: Medium) async throws {
        try await medium.withStore(Self.tenSeconds) { store in
            var last: Int64 = 0
            for second in [5, -5, 1e9, 0, 1e9, 5, 2e9, -1e9] {
                let id = try await store.append(at: second)
                #expect(id == last + 1)
                last = id
            }
        }
    }

    @Test(
        "no time and no limit is too large",
        arguments: [Duration.seconds(Int64.max), .seconds(-1), .zero, .nanoseconds(1)],
        [Int64.min, Int64.max, 0])
    func extremes(_ age: Duration, _ time: Int64) async throws {
        for newest in [Int.min, 0, 1, Int.max] {
            let store = try Store.inMemory(retention: .init(newest: newest, age: age))
            let id = try await store.events.append(
                kind: "info", level: "info", title: "", detail: "", dongle: nil, isSimulated: false,
                microsecondsSince1970: time)
            #expect(try await store.ids() == [id])
        }
    }

    @Test("a lower limit holds from the next event on")
    func lowered() async throws {
        let folder = try TemporaryFolder()
        do {
            let store = try Store.open(path: folder.path("perch.db"))
            for _ in 1...10 { try await store.append() }
        }
        let store = try Store.open(path: folder.path("perch.db"), retention: .init(newest: 2))
        #expect(try await store.ids().count == 10)
        try await store.append()
        #expect(try await store.ids() == [10, 11])
    }
}
