/// An amount of money in euro cents.
package struct Cents: RawRepresentable, Sendable, Hashable, Comparable, Codable {
    /// -2^31...2^31 - 1 in everything that a server sends.
    package var rawValue: Int

    package static let range = Int(Int32.min)...Int(Int32.max)

    package init(rawValue: Int) { self.rawValue = rawValue }

    package init(_ cents: Int) { rawValue = cents }

    /// Reads `2,50`, `2.50`, `2` or `-0,05`, with or without a euro sign; nil for anything else.
    package init?(text: String) {
        var rest = text[...]
        if rest.hasSuffix("€") { rest = rest.dropLast() }
        while rest.last == " " || rest.last == "\u{A0}" { rest.removeLast() }
        let isNegative = rest.first == "-"
        if isNegative { rest.removeFirst() }
        let parts = rest.split(omittingEmptySubsequences: false) { $0 == "," || $0 == "." }
        let isPlain = rest.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2C || $0 == 0x2E }
        guard isPlain, (1...2).contains(parts.count), (1...7).contains(parts[0].count), let euros = Int(parts[0]) else {
            return nil
        }
        var cents = 0
        if parts.count == 2 {
            guard parts[1].count == 2, let number = Int(parts[1]) else { return nil }
            cents = number
        }
        rawValue = (euros * 100 + cents) * (isNegative ? -1 : 1)
    }

    package static func < (left: Cents, right: Cents) -> Bool { left.rawValue < right.rawValue }

    package static func + (left: Cents, right: Cents) -> Cents { Cents(left.rawValue &+ right.rawValue) }

    package static func - (left: Cents, right: Cents) -> Cents { Cents(left.rawValue &- right.rawValue) }

    package static func * (left: Cents, count: Int) -> Cents { Cents(left.rawValue &* count) }

    /// Amount without the currency, such as `2,50`.
    package var decimal: String {
        let magnitude = rawValue.magnitude
        let cents = magnitude % 100
        return "\(rawValue < 0 ? "-" : "")\(magnitude / 100),\(cents < 10 ? "0" : "")\(cents)"
    }
}

extension Cents: CustomStringConvertible {
    /// Amount such as `2,50 €`.
    package var description: String { decimal + " €" }
}
