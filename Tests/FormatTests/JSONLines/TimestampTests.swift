import Testing

@testable import LineFormats

@Suite struct TimestampTests {
    private func text(_ microseconds: Int64) -> String {
        var writer = JSONWriter()
        writer.append(Timestamp(microsecondsSince1970: microseconds))
        return String(decoding: writer.take(), as: UTF8.self)
    }

    @Test(
        "known moments read as they should",
        arguments: [
            (0, "1970-01-01T00:00:00.000000Z"),
            (951_782_400_000_000, "2000-02-29T00:00:00.000000Z"),
            (1_767_637_845_123_456, "2026-01-05T18:30:45.123456Z"),
            (4_107_542_399_999_999, "2100-02-28T23:59:59.999999Z"),
            (4_107_542_400_000_000, "2100-03-01T00:00:00.000000Z"),
            (-1, "1969-12-31T23:59:59.999999Z"),
        ])
    func moments(_ microseconds: Int64, _ expected: String) {
        #expect(text(microseconds) == expected)
    }

    @Test("no day is skipped or repeated in 400 years")
    func days() {
        let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        var (year, month, day) = (1970, 1, 1)
        for number in 0..<146_097 {
            let date = CivilDate(daysSince1970: Int64(number))
            guard date.year == year, date.month == month, date.day == day else {
                Issue.record("day \(number) is \(date), not \(year)-\(month)-\(day)")
                return
            }
            let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
            day += 1
            if day > lengths[month - 1] + (month == 2 && isLeap ? 1 : 0) { (month, day) = (month + 1, 1) }
            if month > 12 { (year, month) = (year + 1, 1) }
        }
    }
}
