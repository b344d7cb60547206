import LineFormats

extension DeviceProfile {
    /// A limit that a config exceeds, and the entries to leave out so that it fits.
    package struct Excess: Sendable, Hashable {
        package enum Limit: Sendable, Hashable {
            /// Entries of a list: the device silently drops the rest.
            case entries(PatternKind)
            /// Digits of an address: the device accepts a longer one, and matches every address
            /// that begins with this many of its digits.
            case addressDigits
            /// Bytes of the text.
            case text
            /// Bytes of the text that survive a restart: the device says that it saved a longer
            /// text, but did not.
            case saved
            /// Bytes of memory, as ``DeviceProfile/poolNeed(of:)`` counts them.
            case pool
            /// Bytes of the text that the device can send back over a connection with this ATT MTU.
            case readable(mtu: Int)
        }

        package let limit: Limit
        package let count: Int
        package let most: Int
        /// Entries to disable so that the config fits, the least important first.
        package let toDisable: [Pattern.Key]

        package init(limit: Limit, count: Int, most: Int, toDisable: [Pattern.Key]) {
            self.limit = limit
            self.count = count
            self.most = most
            self.toDisable = toDisable
        }
    }

    /// Returns the longest text, in bytes, that the device can send over a connection with this ATT
    /// MTU; nil = no limit is known.
    ///
    /// The firmware sends a longer text in parts of ``partBytes``, whatever the MTU, and the
    /// connection cuts each part. A shorter text is also the value of the characteristic, which can
    /// be read piece by piece.
    package func readableBytes(mtu: Int?) -> Int? {
        guard let mtu, let partBytes, mtu < partBytes + 3 else { return nil }
        return partBytes
    }

    /// Returns the limits that a config in this profile's dialect exceeds.
    ///
    /// - Parameters:
    ///   - largestText: Longest text that this particular device accepts, in bytes, if it is
    ///     shorter than its kind accepts.
    ///   - isExact: Whether texts count as they are, rather than as they would be sent.
    ///   - isSaved: Whether the device should keep the config over a restart.
    ///   - mtu: ATT MTU of the connection over which the config will be read back; nil = it will
    ///     not be read back.
    ///   - importance: Importance of an entry; of two equally important entries, the later is left
    ///     out first.
    package func excesses(
        of config: DeviceConfig, largestText: Int? = nil, isExact: Bool = false, isSaved: Bool = true, mtu: Int? = nil,
        importance: (Pattern.Key) -> Int = { _ in 0 }
    ) -> [Excess] {
        let candidates = Self.leastImportantFirst(config, importance)
        var excesses: [Excess] = []
        for kind in PatternKind.onDevices {
            guard let most = entries[kind], config[kind].count > most else { continue }
            let over = config[kind].count - most
            excesses.append(
                Excess(
                    limit: .entries(kind), count: config[kind].count, most: most,
                    toDisable: Array(candidates.filter { $0.kind == kind }.prefix(over))))
        }
        if let macDigits {
            let long = candidates.filter { $0.kind == .mac && $0.text.count { $0 != ":" } > macDigits }
            if let first = long.first {
                let digits = first.text.count { $0 != ":" }
                excesses.append(Excess(limit: .addressDigits, count: digits, most: macDigits, toDisable: long))
            }
        }
        let text = [textBytes, largestText].compactMap { $0 }.min()
        let limits: [(Excess.Limit, Int?)] = [
            (.text, text), (.saved, isSaved ? savedBytes : nil), (.pool, poolBytes),
            (.readable(mtu: mtu ?? 0), readableBytes(mtu: mtu)),
        ]
        for (limit, most) in limits {
            guard let most else { continue }
            let size = { (config: DeviceConfig) in
                limit == .pool ? Self.poolNeed(of: config) : dialect.encode(config, isExact: isExact).count
            }
            let count = size(config)
            guard count > most else { continue }
            excesses.append(
                Excess(
                    limit: limit, count: count, most: most,
                    toDisable: Self.fewest(of: candidates, from: config) { size($0) <= most }))
        }
        return excesses
    }

    /// Memory that the firmware's JSON library needs to parse a nested config, in bytes: 16 for
    /// each value in an object or a list, plus each distinct key or text once, with a NUL.
    package static func poolNeed(of config: DeviceConfig) -> Int {
        var values = 0
        var texts: Set<String> = []
        func count(_ value: JSONValue) {
            for member in value.members ?? [] {
                values += 1
                texts.insert(member.name)
                count(member.value)
            }
            for element in value.elements ?? [] {
                values += 1
                count(element)
            }
            if let text = value.text { texts.insert(text) }
        }
        let text = DeviceText.json(ConfigDialect.nested.encode(config))
        if let document = try? JSONValue(parsing: text.utf8) { count(document) }
        return 16 * values + texts.reduce(0) { $0 + $1.utf8.count + 1 }
    }

    private static func leastImportantFirst(_ config: DeviceConfig, _ importance: (Pattern.Key) -> Int) -> [Pattern.Key]
    {
        let keys = PatternKind.onDevices.flatMap { kind in
            config[kind].filter(\.isEnabled).map { Pattern.Key(kind, $0) }
        }
        let ranks = keys.map(importance)
        // Of equally important entries, the last comes first.
        let order = keys.indices.sorted { one, other in (ranks[one], other) < (ranks[other], one) }
        return order.map { keys[$0] }
    }

    /// Returns the fewest entries from the start of `candidates` without which the config `fits`.
    private static func fewest(
        of candidates: [Pattern.Key], from config: DeviceConfig, fits: (DeviceConfig) -> Bool
    ) -> [Pattern.Key] {
        func isEnough(_ count: Int) -> Bool {
            let gone = Set(candidates.prefix(count))
            var rest = config
            for (kind, entries) in config.lists {
                rest.lists[kind] = entries.filter { !gone.contains(Pattern.Key(kind, $0)) }
            }
            return fits(rest)
        }
        var (low, high) = (0, candidates.count)
        while low < high {
            let middle = (low + high) / 2
            if isEnough(middle) { high = middle } else { low = middle + 1 }
        }
        return Array(candidates.prefix(low))
    }
}
