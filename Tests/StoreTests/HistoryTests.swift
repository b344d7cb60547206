import Advertising
import GRDB
import Testing

@testable import Store

@Suite struct HistoryTests {
    private static let minute: Int64 = 60_000_000

    @Test("an entry comes back as it was, to a tenth of a dB and a centimetre", arguments: Medium.allCases)
    func entries(_ medium: Medium) async throws {
        let entries = [
            HistoryEntry.heard(
                1, by: "dongle a", count: 600, rssi: .init(minimum: -128, mean: -71.26, maximum: 20), distanceM: 399.994
            ),
            .heard(1, by: "dongle b", count: 1, rssi: nil, distanceM: nil),
            .heard(2, by: "dongle a", count: Int(UInt32.max), rssi: .around(-40), distanceM: 0),
        ]
        try await medium.withStore { store in
            try await store.history.append(entries, startMicroseconds: 90 * Self.minute + 17)
            let records = try await store.history.list(from: .min, to: .max, after: nil, limit: 10)
            #expect(records.map(\.startMicroseconds) == [90 * Self.minute, 90 * Self.minute, 90 * Self.minute])
            var expected = entries
            expected[0].rssi?.mean = -71.3
            expected[0].distanceM = 399.99
            #expect(records.map(\.entry) == expected)
        }
    }

    @Test("an entry without adverts is none, and a distance below zero is undetermined", arguments: Medium.allCases)
    func nothing(_ medium: Medium) async throws {
        try await medium.withStore { store in
            try await store.history.append(
                [.heard(1, count: 0), .heard(2, count: -1), .heard(3, distanceM: -1), .heard(4, distanceM: .nan)],
                startMicroseconds: 0)
            let records = try await store.history.list(from: .min, to: .max, after: nil, limit: 10)
            #expect(records.map(\.entry) == [.heard(3, distanceM: nil), .heard(4, distanceM: nil)])
            #expect(try await store.beacons.count() == 2)
        }
    }

    @Test("a second entry of the same minute is merged into the first", arguments: Medium.allCases)
    func merge(_ medium: Medium) async throws {
        try await medium.withStore { store in
            let first = HistoryEntry.heard(
                1, count: 30, rssi: .init(minimum: -70, mean: -60, maximum: -50), distanceM: 1)
            let second = HistoryEntry.heard(
                1, count: 10, rssi: .init(minimum: -90, mean: -80, maximum: -55), distanceM: 9)
            try await store.history.append([first], startMicroseconds: 0)
            try await store.history.append([second], startMicroseconds: 59_999_999)
            try await store.history.append([.heard(1, count: 5, rssi: nil, distanceM: nil)], startMicroseconds: 30)
            let record = try await store.history.list(of: .numbered(1), from: .min, to: .max, limit: 9)
            #expect(
                record.map(\.entry) == [
                    .heard(1, count: 45, rssi: .init(minimum: -90, mean: -65, maximum: -50), distanceM: 3)
                ])
        }
    }

    @Test("an RSSI joins a row that had none", arguments: Medium.allCases)
    func mergeIntoNone(_ medium: Medium) async throws {
        try await medium.withStore { store in
            try await store.history.append([.heard(1, count: 7, rssi: nil, distanceM: nil)], startMicroseconds: 0)
            try await store.history.append([.heard(1, count: 1)], startMicroseconds: 0)
            let record = try await store.history.list(of: .numbered(1), from: .min, to: .max, limit: 9)
            #expect(record.map(\.entry) == [.heard(1, count: 8)])
        }
    }

    @Test("one beacon's history has its rows alone, from the first time to before the last", arguments: Medium.allCases)
    func oneBeacon(_ medium: Medium) async throws {
        try await medium.withStore { store in
            for minute in [-3, 0, 1, 2, 7, 40_000] as [Int64] {
                try await store.hear(1, 2, 3, minute: minute)
                try await store.hear(2, minute: minute, dongle: "b")
            }
            try await store.hear(1, minute: 5)
            func minutes(_ from: Int64, _ to: Int64, limit: Int = 99) async throws -> [Int64] {
                let records = try await store.history.list(of: .numbered(2), from: from, to: to, limit: limit)
                #expect(records.allSatisfy { $0.entry.beacon == .numbered(2) })
                return records.map { $0.startMicroseconds / Self.minute }
            }
            #expect(try await minutes(.min, .max) == [-3, -3, 0, 0, 1, 1, 2, 2, 7, 7, 40_000, 40_000])
            #expect(try await minutes(0, 2 * Self.minute) == [0, 0, 1, 1])
            #expect(try await minutes(1, 2 * Self.minute + 1) == [1, 1, 2, 2])
            #expect(try await minutes(.min, .max, limit: 3) == [-3, -3, 0])
            #expect(try await minutes(8 * Self.minute, 9 * Self.minute).isEmpty)
            #expect(try await store.history.list(of: .numbered(4), from: .min, to: .max, limit: 9).isEmpty)
        }
    }

    @Test("pages put together are the whole, whatever their size", arguments: 1...7)
    func pages(_ size: Int) async throws {
        let store = try Store.inMemory()
        for minute in 0..<6 as Range<Int64> {
            try await store.hear(1, 2, minute: minute)
            try await store.hear(2, minute: minute, dongle: "b")
        }
        let all = try await store.history.list(from: .min, to: .max, after: nil, limit: 99)
        let one = try await store.history.list(of: .numbered(2), from: .min, to: .max, limit: 99)
        #expect(all.count == 18 && one.count == 12)
        var pages: [HistoryRecord] = []
        var ofOne: [HistoryRecord] = []
        while true {
            // A cursor is passed to clients and back as text.
            let place = pages.last.flatMap { HistoryCursor($0.cursor.description) }
            let page = try await store.history.list(from: .min, to: .max, after: place, limit: size)
            let pageOfOne = try await store.history.list(
                of: .numbered(2), from: .min, to: .max, after: ofOne.last?.cursor, limit: size)
            guard !page.isEmpty || !pageOfOne.isEmpty else { break }
            pages += page
            ofOne += pageOfOne
            guard pages.count <= all.count else { break }
        }
        #expect(pages == all)
        #expect(ofOne == one)
    }

    @Test("a cursor is three numbers", arguments: ["", "1.2", "1.2.3.4", "a.2.3", "1..3", " 1.2.3"])
    func cursors(_ text: String) {
        #expect(HistoryCursor(text) == nil)
        #expect(HistoryCursor("-1.2.3")?.description == "-1.2.3")
    }

    @Test("the bounds are the oldest interval and the newest", arguments: Medium.allCases)
    func bounds(_ medium: Medium) async throws {
        try await medium.withStore { store in
            var bounds = try await store.history.bounds()
            #expect(bounds.oldest == nil && bounds.newest == nil)
            try await store.hear(1, minute: 4)
            try await store.hear(1, minute: 2)
            bounds = try await store.history.bounds()
            #expect(bounds.oldest == 2 * Self.minute && bounds.newest == 4 * Self.minute)
        }
    }

    @Test("no time is out of range", arguments: [Int64.min, .min + 1, -1, 0, .max - 1, .max])
    func extremes(_ time: Int64) async throws {
        let store = try Store.inMemory()
        try await store.history.append([.heard(1)], startMicroseconds: time)
        #expect(try await store.history.list(from: .min, to: .max, after: nil, limit: 9).count <= 1)
        #expect(try await store.history.list(of: .numbered(1), from: time, to: time, limit: 9).isEmpty)
        #expect(try await store.beacons.count() == 1)
    }

    @Test("beacons are numbered without gaps, since rows are small where numbers are")
    func numbers() async throws {
        let store = try Store.inMemory()
        for minute in 0..<50 as Range<Int64> { try await store.hear(1, 2, 3, minute: minute) }
        try await store.hear(4, minute: 50)
        let numbers = try await store.database.writer.read { try Int.fetchAll($0, sql: "SELECT number FROM beacon") }
        #expect(numbers == [1, 2, 3, 4])
    }

    @Test("a day of 200 beacons at 10 Hz takes at most 12 MB")
    func size() async throws {
        let store = try Store.inMemory()
        // Uses a tenth of the day: the size grows with the rows.
        for minute in 0..<144 as Range<Int64> {
            let entries = (0..<200 as Range<UInt16>).map { number in
                HistoryEntry.heard(
                    number, by: "53494d3030303031", count: 560 + Int(number % 40),
                    rssi: .around(-80 + Int8(number % 30)),
                    distanceM: Double((Int64(number) * 7 + minute * 31) % 4_000) / 100)
            }
            try await store.history.append(entries, startMicroseconds: 1_790_000_040_000_000 + minute * Self.minute)
        }
        let bytes = try await store.database.writer.read { try Store.bytesInUse($0) }
        #expect(bytes < 1_200_000, "\(bytes)")
    }
}
