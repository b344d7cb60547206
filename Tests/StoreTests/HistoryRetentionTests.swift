import TestSupport
import Advertising
import GRDB
import Testing

@testable import Store

@Suite struct HistoryRetentionTests {
    private static let day: Int64 = 24 * 60
    private static let oneDay = Store.Retention(historyDays: 1)

    @Test("an interval goes when it is older than the limit, not when it is as old", arguments: Medium.allCases)
    func age(_ medium: Medium) async throws {
        let clock = LivedClock()
        try await medium.withStore(Self.oneDay, clock: clock) { store in
            for minute in [10, 11] as [Int64] {
                clock.set(minutes: minute)
                try await store.hear(1, minute: minute)
            }
            clock.set(minutes: 10 + Self.day)
            try await store.hear(1, minute: 10 + Self.day)
            #expect(try await store.heard() == ["1@10", "1@11", "1@1450"])
            clock.set(minutes: 11 + Self.day)
            try await store.hear(1, minute: 11 + Self.day)
            #expect(try await store.heard() == ["1@11", "1@1450", "1@1451"])
        }
    }

    @Test("an interval in which nothing was heard drops what is old too", arguments: Medium.allCases)
    func silence(_ medium: Medium) async throws {
        let clock = LivedClock()
        try await medium.withStore(Self.oneDay, clock: clock) { store in
            try await store.hear(1, minute: 10)
            clock.set(minutes: 1 + Self.day)
            try await store.hear(minute: 11 + Self.day)
            #expect(try await store.heard().isEmpty)
        }
    }

    @Test("the oldest go when the database takes too much room, and the newest stays", arguments: Medium.allCases)
    func room(_ medium: Medium) async throws {
        try await medium.withStore(.init(historyMegabytes: 1)) { store in
            for minute in 0..<400 as Range<Int64> {
                try await store.history.append(
                    (1...100).map { .heard($0) }, startMicroseconds: minute * 60_000_000)
                let bytes = try await store.database.writer.read { try Store.bytesInUse($0) }
                #expect(bytes <= 1_000_000)
            }
            let (oldest, newest) = try await store.history.bounds()
            #expect(newest == 23_940_000_000)
            // 1 MB has room for more than 200 of these intervals.
            #expect(try #require(oldest) > 60_000_000 && #require(oldest) < 200 * 60_000_000)
        }
    }

    @Test("where events take all the room, the newest interval is still kept")
    func noRoom() async throws {
        let store = try Store.inMemory(retention: .init(newest: 1_000, historyMegabytes: 1))
        for _ in 1...600 { try await store.append(String(repeating: ".", count: 2_000)) }
        for minute in 1...3 as ClosedRange<Int64> { try await store.hear(1, minute: minute) }
        #expect(try await store.heard() == ["1@3"])
        #expect(try await store.ids().count == 600)
    }

    @Test("what is old goes a bounded piece at a time", arguments: Medium.allCases)
    func pieces(_ medium: Medium) async throws {
        let clock = LivedClock()
        try await medium.withStore(Self.oneDay, clock: clock) { store in
            for minute in 0..<30 as Range<Int64> {
                try await store.history.append((0..<1_000).map { .heard($0) }, startMicroseconds: minute * 60_000_000)
            }
            func bounds() async throws -> [Int64?] {
                let (oldest, newest) = try await store.history.bounds()
                return [oldest.map { $0 / 60_000_000 }, newest.map { $0 / 60_000_000 }]
            }
            clock.set(minutes: 2 * Self.day)
            for (minute, oldest) in [(2_000, 10), (2_001, 20), (2_002, 2_000)] as [(Int64, Int64)] {
                try await store.hear(1, minute: minute)
                #expect(try await bounds() == [oldest, minute])
            }
        }
    }

    @Test("a clock that jumps drops nothing, also over a restart", arguments: [40 * 1_440, -400 * 1_440] as [Int64])
    func jumps(_ jump: Int64) async throws {
        let folder = try TemporaryFolder()
        func run(_ minutes: ClosedRange<Int64>, clock: LivedClock = LivedClock()) async throws -> Int {
            let store = try Store.open(
                path: folder.path("perch.db"), retention: Self.oneDay, elapsed: { clock.elapsed })
            for minute in minutes { try await store.hear(1, minute: minute) }
            try await store.append(at: Double(minutes.upperBound * 60))
            let count = try await store.heard().count
            #expect(try await store.check() == [])
            try store.close()
            return count
        }
        let now: Int64 = 1_000_000
        #expect(try await run(now...now + 9) == 10)
        #expect(try await run(now + jump...now + jump + 4) == 15)
        #expect(try await run(now + 10...now + 14) == 20)
        // The entries recorded meanwhile are as old as the rest.
        let clock = LivedClock()
        clock.set(minutes: Self.day + 1)
        #expect(try await run(now + 1_500...now + 1_500, clock: clock) == 1)
    }

    @Test(
        "a beacon goes with its history, unless it has an alias or a calibration",
        arguments: Medium.allCases)
    func beacons(_ medium: Medium) async throws {
        let clock = LivedClock()
        try await medium.withStore(Self.oneDay, clock: clock) { store in
            try await store.hear(1, 2, 3, minute: 1)
            clock.set(minutes: 1)
            try await store.hear(4, minute: 2)
            try await store.beacons.setAlias("bar", of: .numbered(2))
            try await store.beacons.setCalibration(
                .init(powerAt1mDBm: -59, spreadDB: 1, samples: 5, calibratedMicroseconds: 1), of: .numbered(3))
            clock.set(minutes: 1 + Self.day)
            try await store.hear(5, minute: 2 + Self.day)
            #expect(try await store.beacons.list(limit: 9).map(\.identity.minor) == [2, 3, 4, 5])
            try await store.beacons.setAlias(nil, of: .numbered(2))
            clock.set(minutes: 2 + Self.day)
            try await store.hear(5, minute: 3 + Self.day)
            #expect(try await store.beacons.list(limit: 9).map(\.identity.minor) == [3, 5])
        }
    }

    @Test("where many beacons come at once, as many go")
    func floodOfBeacons() async throws {
        let clock = LivedClock()
        let store = try Store.inMemory(retention: Self.oneDay, elapsed: { clock.elapsed })
        try await store.history.append((0..<3_000).map { .heard($0) }, startMicroseconds: 60_000_000)
        clock.set(minutes: 1 + Self.day)
        try await store.history.append(
            (3_000..<4_500).map { .heard($0) }, startMicroseconds: (2 + Self.day) * 60_000_000)
        #expect(try await store.beacons.count() == 1_500)
    }

    @Test("no limit is out of range", arguments: [Int.min, 0, Int.max])
    func extremes(_ limit: Int) async throws {
        let store = try Store.inMemory(retention: .init(historyDays: limit, historyMegabytes: limit))
        for minute in 0...1 as ClosedRange<Int64> { try await store.hear(1, minute: minute) }
        #expect(try await store.heard() == ["1@0", "1@1"])
    }
}
