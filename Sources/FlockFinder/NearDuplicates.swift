/// Finds patterns that may be superfluous or a mistake. Has no side effects; its cost grows with
/// the bytes of the patterns.
package struct NearDuplicates: Sendable {
    /// Findings; at most one per pattern and search (texts, addresses, types).
    package private(set) var found: [NearDuplicate] = []

    private let patterns: [Pattern]
    /// Longest text that is searched for within others, in bytes. Longer texts, which are rare, are
    /// only compared as a whole: the memory is sized for usual patterns, not for 20,000 names of
    /// the greatest length.
    static let partLimit = 32

    /// - Parameter patterns: Patterns with distinct keys.
    package init(_ patterns: [Pattern]) {
        self.patterns = patterns
        findParts(of: .ssid)
        findParts(of: .bleName)
        findPrefixes()
        findTypes()
    }

    /// Findings in which one of these keys is on either side.
    package func about(_ keys: Set<Pattern.Key>) -> [NearDuplicate] {
        found.filter { keys.contains($0.pattern.key) || keys.contains($0.other.key) }
    }

    // MARK: Texts

    private mutating func findParts(of kind: PatternKind) {
        let indices = patterns.indices.filter { patterns[$0].kind == kind }
        let texts = indices.map { patterns[$0].foldedBytes }
        let trie = SubstringTrie(texts.map { $0.count <= Self.partLimit ? $0 : [] })
        var alike: [[UInt8]: [Int]] = [:]
        for (place, text) in texts.enumerated() where text.count > Self.partLimit {
            alike[text, default: []].append(place)
        }
        for (place, index) in indices.enumerated() {
            let pattern = patterns[index]
            func covers(_ candidate: Int) -> Bool {
                let other = indices[candidate]
                return other != index && patterns[other].covers(pattern, isEarlier: other < index)
            }
            var coverer = alike[texts[place]]?.prefix(SubstringTrie.candidateLimit).first(where: covers)
            if coverer == nil {
                // Prefer an enabled pattern: it says more than a disabled one.
                trie.forEachPart(of: texts[place]) { candidate in
                    guard covers(candidate) else { return true }
                    let isEnabled = patterns[indices[candidate]].isEnabled
                    if coverer == nil || isEnabled { coverer = candidate }
                    return !isEnabled
                }
            }
            guard let coverer else { continue }
            let isSame = texts[coverer] == texts[place]
            found.append(NearDuplicate(pattern, isSame ? .sameButForCase : .contains, patterns[indices[coverer]]))
        }
    }

    // MARK: Addresses

    private mutating func findPrefixes() {
        // In sorted order, texts that begin with another text follow it directly.
        var open: [Pattern] = []
        for pattern in patterns.filter({ $0.kind == .mac }).sorted(by: { $0.text < $1.text }) {
            while let last = open.last, !pattern.text.hasPrefix(last.text) { open.removeLast() }
            if let other = open.first(where: \.isEnabled) ?? open.first {
                found.append(NearDuplicate(pattern, .longerPrefix, other))
            }
            open.append(pattern)
        }
    }

    // MARK: Types

    private mutating func findTypes() {
        var first: [String: Pattern] = [:]
        for pattern in patterns {
            let text = String(decoding: pattern.foldedBytes, as: UTF8.self)
            guard let other = first[text] else {
                first[text] = pattern
                continue
            }
            if other.deviceType != pattern.deviceType { found.append(NearDuplicate(pattern, .otherType, other)) }
        }
    }
}

extension Pattern {
    /// Text without capitals, for comparisons in which they may not count.
    fileprivate var foldedBytes: [UInt8] {
        text.utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
    }

    /// Whether this pattern matches everything that `other` matches, given that its text, apart
    /// from capitals, is part of the other's.
    ///
    /// - Parameter isEarlier: Whether this pattern comes first; of two patterns that match the
    ///   same, only the first covers the other.
    fileprivate func covers(_ other: Pattern, isEarlier: Bool) -> Bool {
        guard isCaseSensitive else {
            // Of two patterns with the same text, the one that is not case-sensitive matches more.
            return text.utf8.count < other.text.utf8.count || other.isCaseSensitive || isEarlier
        }
        return other.isCaseSensitive && text.utf8.count < other.text.utf8.count && other.text.contains(text)
    }
}
