import Advertising

/// Reads the spellings of addresses, UUIDs and companies, and converts each to the one that
/// patterns use.
extension Pattern {
    /// Reads `b4:1e:52`, `B4-1E-52`, `b41e.52` and `b41e52`; the number of digits need not be even.
    ///
    /// Groups between separators have two digits each, or four each; only the last group may have
    /// fewer. Otherwise a zero that was left out would change the prefix.
    static func addressPrefix(_ text: String) throws(PatternFault) -> String {
        var digits: [Character] = []
        var groups = [0]
        for character in text {
            if character.isASCII, character.isHexDigit {
                digits += character.lowercased()
                groups[groups.count - 1] += 1
            } else if groups[groups.count - 1] > 0, ":-. ".contains(character) {
                groups.append(0)
            } else {
                throw .notAnAddress(text)
            }
        }
        guard addressDigits.contains(digits.count) else { throw .notAnAddress(text) }
        if groups.count > 1 {
            let size = groups[0]
            guard size == 2 || size == 4, groups.dropLast().allSatisfy({ $0 == size }), groups[groups.count - 1] <= size
            else { throw .notAnAddress(text) }
        }
        var spelled = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, index.isMultiple(of: 2) { spelled += ":" }
            spelled.append(digit)
        }
        return spelled
    }

    /// Reads four, eight or thirty-two digits, with or without dashes, and `0x180a`.
    static func uuid(_ text: String) throws(PatternFault) -> String {
        let digits = hexadecimal(text)
        if let uuid = BluetoothUUID(digits) { return "\(uuid)" }
        guard digits.utf8.count == 32, let value = UInt128(digits, radix: 16) else { throw .notAUUID(text) }
        return "\(BluetoothUUID(value))"
    }

    /// Reads `0x09C8`, `0x9c8` and `09c8`: without `0x`, exactly four hexadecimal digits.
    static func company(_ text: String) throws(PatternFault) -> String {
        let digits = hexadecimal(text)
        let isMarked = digits.utf8.count < text.utf8.count
        guard isMarked ? (1...4).contains(digits.utf8.count) : digits.utf8.count == 4,
            digits.allSatisfy({ $0.isASCII && $0.isHexDigit }), let value = UInt16(digits, radix: 16)
        else { throw .notACompany(text) }
        let spelled = String(value, radix: 16)
        return String(repeating: "0", count: 4 - spelled.count) + spelled
    }

    private static func hexadecimal(_ text: String) -> Substring {
        text.hasPrefix("0x") || text.hasPrefix("0X") ? text.dropFirst(2) : text[...]
    }
}
