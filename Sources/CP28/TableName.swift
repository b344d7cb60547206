import Foundation

/// Names of tables: numbered series, and names that fit on a beacon.
package enum TableName {
    /// Converts a name for a beacon: its printable ASCII characters, letters without accents, at
    /// most 20; `Point 7` if only spaces remain.
    ///
    /// - Parameter number: Number of the service point.
    package static func onAir(_ name: String, servicePoint number: Int) -> String {
        let bare = name.replacing("ß", with: "ss").folding(options: .diacriticInsensitive, locale: nil)
        let plain = bare.unicodeScalars.filter { (0x20...0x7E).contains($0.value) }
        let short = String(String.UnicodeScalarView(plain.prefix(BeaconConfiguration.nameLimit)))
        return short.contains { $0 != " " } ? short : "Point \(number)"
    }

    /// Returns the first name after `last`, or after the highest of all, that is not in use,
    /// ignoring case; nil if no further name follows. Returns `Table 1` if `last` is nil and no
    /// name can be counted up.
    package static func free(after last: String? = nil, among all: [String]) -> String? {
        let taken = Set(all.map { $0.lowercased() })
        guard let highest = last ?? highest(of: all) else { return first }
        var name = next(after: highest)
        while let candidate = name, taken.contains(candidate.lowercased()) { name = next(after: candidate) }
        return name
    }

    /// Name of a business's first table.
    private static let first = "Table 1"

    /// Returns the name after `name`: `Table 9` → `Table 10`, `T-09` → `T-10`,
    /// `Patio A` → `Patio B`, `Z` → `AA`.
    ///
    /// Digits at the end are counted up, and keep their leading zeros. So are one or two letters of
    /// the same case at the end, if they follow a space, a digit or one of `-_./#`: `12b` → `12c`,
    /// but `Bar` has no next name. `ZZ` is the last in its series.
    ///
    /// - Returns: Nil if there is nothing to count up, or the next name would have more than 20
    ///   characters.
    package static func next(after name: String) -> String? {
        let bytes = Array(name.utf8)
        guard let counted = afterDigits(bytes) ?? afterLetters(bytes) else { return nil }
        let next = String(decoding: counted, as: UTF8.self)
        return next.count <= BeaconConfiguration.nameLimit ? next : nil
    }

    static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    static let capitals = UInt8(ascii: "A")...UInt8(ascii: "Z")
    static let smallLetters = UInt8(ascii: "a")...UInt8(ascii: "z")
    private static let separators = Array(" -_./#".utf8)
    private static let longestOfLetters = 2

    private static func afterDigits(_ bytes: [UInt8]) -> [UInt8]? {
        let end = bytes.reversed().prefix(while: digits.contains).count
        guard end > 0 else { return nil }
        // Counts digit by digit, so that no number is too large.
        let next = increment(bytes.suffix(end), in: digits)
        return bytes.dropLast(end) + (next.isCarried ? [UInt8(ascii: "1")] : []) + next.symbols
    }

    private static func afterLetters(_ bytes: [UInt8]) -> [UInt8]? {
        guard let alphabet = [capitals, smallLetters].first(where: { $0.contains(bytes.last ?? 0) }) else { return nil }
        let end = bytes.reversed().prefix(while: alphabet.contains).count
        guard end <= longestOfLetters else { return nil }
        if let before = bytes.dropLast(end).last {
            guard separators.contains(before) || digits.contains(before) else { return nil }
        }
        let next = increment(bytes.suffix(end), in: alphabet)
        guard !next.isCarried || end < longestOfLetters else { return nil }
        return bytes.dropLast(end) + (next.isCarried ? [alphabet.lowerBound] : []) + next.symbols
    }

    /// Returns the next symbols, equally many, and whether another one must be put before them.
    private static func increment(
        _ symbols: ArraySlice<UInt8>, in alphabet: ClosedRange<UInt8>
    ) -> (symbols: [UInt8], isCarried: Bool) {
        var next = Array(symbols)
        for place in next.indices.reversed() {
            guard next[place] == alphabet.upperBound else {
                next[place] += 1
                return (next, false)
            }
            next[place] = alphabet.lowerBound
        }
        return (next, true)
    }
}
