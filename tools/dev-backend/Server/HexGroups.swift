/// Hexadecimal digits in groups, as in UUIDs and MAC addresses.
struct HexGroups: Sendable {
    private let digits: [Int]
    private let separator: Character

    static let uuid = HexGroups(digits: [8, 4, 4, 4, 12], separator: "-")
    static let mac = HexGroups(digits: [2, 2, 2, 2, 2, 2], separator: ":")

    /// Returns the text in capitals with every separator; nil unless all digits are there. The text
    /// may leave separators out.
    func canonical(_ text: String) -> String? {
        var rest = text.unicodeScalars[...]
        var groups: [String] = []
        for count in digits {
            if !groups.isEmpty, rest.first == separator.unicodeScalars.first { rest = rest.dropFirst() }
            let group = rest.prefix(count)
            guard group.count == count, group.allSatisfy(\.properties.isASCIIHexDigit) else { return nil }
            groups.append(String(group).uppercased())
            rest = rest.dropFirst(count)
        }
        return rest.isEmpty ? groups.joined(separator: String(separator)) : nil
    }
}
