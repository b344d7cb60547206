/// Finds patterns of which one may be superfluous or a slip. Pure; its cost grows with the bytes of the patterns.
package struct NearDuplicates: Sendable {
    /// At most one of a pattern for each way in which they can be alike.
    package private(set) var found: [NearDuplicate] = []

    private let patterns: [Pattern]
    /// Bytes of a text that is looked for in others. A longer one, of which there is hardly any, is only compared with wholes:
    /// memory is for patterns as they are, not for 20,000 of the longest names.
    static let partLimit = 32

    /// - Parameter patterns: No key twice.
    package init(_ patterns: [Pattern]) {
        self.patterns = patterns
        findParts(of: .ssid)
        findParts(of: .bleName)
        findPrefixes()
        findTypes()
    }

    /// Those in which a pattern has a part on either side.
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
                // One that is enabled says more than one that is not.
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
        // Whatever begins with a text comes right behind it when they are in order.
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
    /// Without capitals where they may not count.
    fileprivate var foldedBytes: [UInt8] {
        text.utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
    }

    /// Whether it matches whatever the other one does, given that its text is a part of the other's but for capitals.
    ///
    /// - Parameter isEarlier: Of two that match the same, only the first covers the other.
    fileprivate func covers(_ other: Pattern, isEarlier: Bool) -> Bool {
        guard isCaseSensitive else {
            // Of the same text, the one for which capitals do not count matches more.
            return text.utf8.count < other.text.utf8.count || other.isCaseSensitive || isEarlier
        }
        return other.isCaseSensitive && text.utf8.count < other.text.utf8.count && other.text.contains(text)
    }
}
