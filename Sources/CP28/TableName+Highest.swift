extension TableName {
    /// The name that counts highest: of the names that differ in nothing but what counts, those of which there are most, and of
    /// these the last. Nil where none counts.
    ///
    /// Of two kinds that are equally frequent, the one that comes last in the list is meant.
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

    /// What names have in common that count on one another.
    private struct Kind: Hashable {
        let before: [UInt8]
        let symbols: ClosedRange<UInt8>
    }

    /// Nil for a name after which none comes.
    private static func parts(of name: String) -> (kind: Kind, count: [UInt8])? {
        let bytes = Array(name.utf8)
        guard next(after: name) != nil, let last = bytes.last,
            let symbols = [digits, capitals, smallLetters].first(where: { $0.contains(last) })
        else { return nil }
        let end = bytes.reversed().prefix(while: symbols.contains).count
        return (Kind(before: Array(bytes.dropLast(end)), symbols: symbols), Array(bytes.suffix(end)))
    }

    /// Shorter counts are lower, apart from zeros before them.
    private static func isLower(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        let (left, right) = (left.drop { $0 == UInt8(ascii: "0") }, right.drop { $0 == UInt8(ascii: "0") })
        return left.count == right.count ? left.lexicographicallyPrecedes(right) : left.count < right.count
    }
}
