import Foundation

/// Names of tables: those that count, and what a beacon has room for.
package enum TableName {
    /// A name as a beacon can bear it: its printable ASCII characters, letters without their accents, at most 20 of them; `Point 7` where none but blanks is left.
    ///
    /// - Parameter number: Of the service point.
    package static func onAir(_ name: String, servicePoint number: Int) -> String {
        let bare = name.replacing("ß", with: "ss").folding(options: .diacriticInsensitive, locale: nil)
        let plain = bare.unicodeScalars.filter { (0x20...0x7E).contains($0.value) }
        let short = String(String.UnicodeScalarView(plain.prefix(BeaconConfiguration.nameLimit)))
        return short.contains { $0 != " " } ? short : "Point \(number)"
    }

    /// The first name after `last`, or after the highest of all, that none of them is, whatever the capitals; nil where there is
    /// nothing to count. Where there are none, `Table 1`.
    package static func free(after last: String? = nil, among all: [String]) -> String? {
        let taken = Set(all.map { $0.lowercased() })
        guard let highest = last ?? highest(of: all) else { return first }
        var name = next(after: highest)
        while let candidate = name, taken.contains(candidate.lowercased()) { name = next(after: candidate) }
        return name
    }

    /// The first table of a business that has none.
    private static let first = "Table 1"

    /// The name after `name`: `Table 9` → `Table 10`, `T-09` → `T-10`, `Patio A` → `Patio B`, `Z` → `AA`.
    ///
    /// Digits at the end count, and keep their zeros. So do one or two letters of one case that stand alone at the end, after
    /// a blank, a digit or one of `-_./#`: `12b` → `12c`, but after `Bar` comes nothing. `ZZ` is the last of its kind.
    ///
    /// - Returns: Nil where there is nothing to count, or the next would have more than 20 characters.
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
        // Digit by digit, so that no number is too large.
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

    /// The symbols one further, as many as there were, and whether one more would have to stand before them.
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
