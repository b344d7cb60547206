extension TableName {
    /// Returns the highest name of the largest group of names that differ only in the number or
    /// letters at their ends; nil if no name has such an end.
    ///
    /// If two groups are equally large, the one that comes last in the list is used.
    package static func highest(of names: [String]) -> String? {
        var kinds: [Kind: [(name: String, count: [UInt8])]] = [:]
        var places: [Kind: Int] = [:]
        for (place, name) in names.enumerated() {
            guard let (kind, count) = parts(of: name) else { continue }
            kinds[kind, default: []].append((name, count))
            places[kind] = place
        }
        let kind = kinds.keys.max { left, right in
            let (few, many) = (kinds[left]?.count ?? 0, kinds[right]?.count ?? 0)
            return few == many ? (places[left] ?? 0) < (places[right] ?? 0) : few < many
        }
        return kind.flatMap { kinds[$0] }?.max { isLower($0.count, $1.count) }?.name
    }

    /// Common part of names in one numbered series.
    private struct Kind: Hashable {
        let before: [UInt8]
        let symbols: ClosedRange<UInt8>
    }

    /// Returns nil for a name that has no next one.
    private static func parts(of name: String) -> (kind: Kind, count: [UInt8])? {
        let bytes = Array(name.utf8)
        guard next(after: name) != nil, let last = bytes.last,
            let symbols = [digits, capitals, smallLetters].first(where: { $0.contains(last) })
        else { return nil }
        let end = bytes.reversed().prefix(while: symbols.contains).count
        return (Kind(before: Array(bytes.dropLast(end)), symbols: symbols), Array(bytes.suffix(end)))
    }

    /// A shorter number is lower, not counting leading zeros.
    private static func isLower(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        let (left, right) = (left.drop { $0 == UInt8(ascii: "0") }, right.drop { $0 == UInt8(ascii: "0") })
        return left.count == right.count ? left.lexicographicallyPrecedes(right) : left.count < right.count
    }
}
