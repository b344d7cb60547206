import LineFormats

extension Timestamp {
    /// Reads a time of RFC 3339 with any offset. Decimals after the sixth are dropped.
    package init?(rfc3339 text: String) {
        let utf8 = Array(text.utf8)
        guard utf8.count >= 20, utf8[10] == UInt8(ascii: "T") || utf8[10] == UInt8(ascii: "t") else { return nil }
        let decimals = utf8[19] == UInt8(ascii: ".") ? utf8[20...].prefix { $0.isDigit } : []
        let end = 19 + (decimals.isEmpty ? 0 : decimals.count + 1)
        guard let minutes = Timestamp.offset(utf8[end...]) else { return nil }
        let whole = String(decoding: utf8[..<10], as: UTF8.self) + "T" + String(decoding: utf8[11..<19], as: UTF8.self)
        let fraction = String(decoding: decimals.prefix(6), as: UTF8.self)
        guard let local = Timestamp(whole + (fraction.isEmpty ? "" : "." + fraction) + "Z") else { return nil }
        self.init(microsecondsSince1970: local.microsecondsSince1970 - Int64(minutes) * 60_000_000)
    }

    /// Returns the minutes east of UTC of `Z` or `+01:00`.
    private static func offset(_ text: ArraySlice<UInt8>) -> Int? {
        let text = Array(text)
        if text == [UInt8(ascii: "Z")] || text == [UInt8(ascii: "z")] { return 0 }
        let digits = [1, 2, 4, 5]
        guard text.count == 6, text[0] == UInt8(ascii: "+") || text[0] == UInt8(ascii: "-"),
            text[3] == UInt8(ascii: ":"), digits.allSatisfy({ text[$0].isDigit })
        else { return nil }
        let values = digits.map { Int(text[$0] - UInt8(ascii: "0")) }
        let (hours, minutes) = (values[0] * 10 + values[1], values[2] * 10 + values[3])
        guard hours < 24, minutes < 60 else { return nil }
        return (hours * 60 + minutes) * (text[0] == UInt8(ascii: "-") ? -1 : 1)
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
