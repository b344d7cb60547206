import Randomness
import Advertising
import Foundation
import SimulatedDongle
import Store

/// Size of the beacons' history on the disk, and times of writing and reading it.
enum HistoryFigures {
    struct WrongCount: Error {
        let rows: Int
        let expected: Int
    }

    private static let beacons = 200
    private static let minutesADay = 24 * 60
    /// The month has as many intervals, and a tenth of the beacons.
    private static let monthBeacons = 20
    private static let monthDays = 30
    private static let rounds = 9
    private static let start: Int64 = 1_790_000_040_000_000

    static func measure() throws -> [Figure] {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("perch-bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        // A failure leaves only files in the temporary folder.
        defer { try? FileManager.default.removeItem(at: folder) }
        let day = try day(path: folder.appendingPathComponent("day.db").path)
        let month = try month(path: folder.appendingPathComponent("month.db").path)
        return day + month
    }

    /// A day of 200 beacons, heard ten times a second by one dongle.
    private static func day(path: String) throws -> [Figure] {
        let times = try Waiting.value {
            let store = try Store.open(path: path)
            let times = try await fill(store, beacons: beacons, minutes: minutesADay)
            try store.close()
            return times
        }
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        let megabytes = Double((attributes[.size] as? Int) ?? 0) / 1e6
        guard let spread = Spread(times.map { $0 * 1_000 }) else { throw WrongCount(rows: 0, expected: minutesADay) }
        return [
            Figure(
                "history of a day, 200 beacons at 10 Hz (288,000 rows), file",
                measured: "\(megabytes.text(2)) MB", target: "≤ \(Targets.historyDayMegabytes.text()) MB",
                isMet: megabytes <= Targets.historyDayMegabytes),
            .comparison("writing one interval of it (200 rows, durable)", measured: spread.text("ms", decimals: 2)),
        ]
    }

    private static func month(path: String) throws -> [Figure] {
        let minutes = monthDays * minutesADay
        let (one, all) = try Waiting.value {
            var one: [Double] = []
            let store = try Store.open(path: path)
            _ = try await fill(store, beacons: monthBeacons, minutes: minutes)
            for _ in 0..<rounds {
                let clock = ContinuousClock()
                let began = clock.now
                let rows = try await store.history.list(of: identity(7), from: .min, to: .max, limit: .max)
                one.append((clock.now - began) / .milliseconds(1))
                guard rows.count == minutes else { throw WrongCount(rows: rows.count, expected: minutes) }
            }
            let clock = ContinuousClock()
            let began = clock.now
            var rows = 0
            var cursor: HistoryCursor?
            while true {
                let page = try await store.history.list(from: .min, to: .max, after: cursor, limit: 10_000)
                guard let last = page.last else { break }
                rows += page.count
                cursor = last.cursor
            }
            let all = Double(rows) / ((clock.now - began) / .seconds(1))
            try store.close()
            return (one, all)
        }
        guard let oneSpread = Spread(one) else { throw WrongCount(rows: 0, expected: minutes) }
        return [
            Figure(
                "reading one beacon's 30 days (43,200 of \((minutes * monthBeacons).formatted()) rows)",
                measured: oneSpread.text("ms"), target: "≤ \(Targets.historyMonthMilliseconds.text()) ms",
                isMet: oneSpread.median <= Targets.historyMonthMilliseconds),
            .comparison("reading everything by pages of 10,000", measured: "\(all.text()) rows/s"),
        ]
    }

    /// Writes the intervals, and returns the seconds that each one took.
    private static func fill(_ store: Store, beacons: Int, minutes: Int) async throws -> [Double] {
        var random = SplitMix64(seed: 0x6869_7374)
        let clock = ContinuousClock()
        var times: [Double] = []
        for minute in 0..<minutes {
            let entries = (0..<beacons).map { number in
                let minimum = -90 + Int8(random.next() % 20)
                let rssi = HistoryRSSI(
                    minimum: minimum, mean: Double(minimum) + 5 + Double(random.next() % 30) / 10,
                    maximum: minimum + 12)
                return HistoryEntry(
                    beacon: identity(number), dongle: "53494d3030303031", count: 560 + Int(random.next() % 40),
                    rssi: rssi, distanceM: Double(random.next() % 4_000) / 100)
            }
            let began = clock.now
            try await store.history.append(entries, startMicroseconds: start + Int64(minute) * 60_000_000)
            times.append((clock.now - began) / .seconds(1))
        }
        return times
    }

    private static func identity(_ number: Int) -> BeaconIdentity {
        BeaconIdentity(uuid: ProximityUUID(0xFDA5_0693 << 96), major: 1, minor: UInt16(number))
    }
}
