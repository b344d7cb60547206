import JSONLines

extension DeviceProfile {
    /// Where a config is more than a device takes, and what to leave out of it.
    package struct Excess: Sendable, Hashable {
        package enum Limit: Sendable, Hashable {
            /// Entries of a list: the rest is dropped without a word.
            case entries(PatternKind)
            /// Digits of an address: a longer one is taken, and matches all addresses that begin with so many.
            case addressDigits
            /// Bytes of the text.
            case text
            /// Bytes of the text that outlive a restart: the device says that it has saved, and has not.
            case saved
            /// Bytes of memory, by ``DeviceProfile/poolNeed(of:)``.
            case pool
            /// Bytes of the text that the device can tell again over a connection of this ATT MTU.
            case readable(mtu: Int)
        }

        package let limit: Limit
        package let count: Int
        package let most: Int
        /// Entries without which it fits, the least important first.
        package let toDisable: [Pattern.Key]

        package init(limit: Limit, count: Int, most: Int, toDisable: [Pattern.Key]) {
            self.limit = limit
            self.count = count
            self.most = most
            self.toDisable = toDisable
        }
    }

    /// The longest text that the device can tell over a connection of this ATT MTU, bytes; nil: it is not known to be limited.
    ///
    /// The firmware tells a longer text in parts of ``partBytes``, whatever the MTU, and the connection cuts each of them. A
    /// shorter one is the value of the characteristic as well, which can be read piece by piece.
    package func readableBytes(mtu: Int?) -> Int? {
        guard let mtu, let partBytes, mtu < partBytes + 3 else { return nil }
        return partBytes
    }

    /// Where a config, in this profile's dialect, is over a limit.
    ///
    /// - Parameters:
    ///   - importance: Of an entry; of two alike the later one goes first.
    ///   - largestText: What a certain device takes, bytes, where it is less than its kind takes.
    ///   - isExact: Whether texts count as they are, and not as they would be sent.
    ///   - isSaved: Whether the device is to keep it over a restart.
    ///   - mtu: ATT MTU of the connection over which it is to be read back; nil: it is not to be.
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

    /// The memory in which the firmware's JSON library takes a nested text apart, bytes: 16 for each value in an object or a
    /// list, and each different key or text once, with a NUL.
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
        // Of those that are as important as each other, the last first.
        let order = keys.indices.sorted { one, other in (ranks[one], other) < (ranks[other], one) }
        return order.map { keys[$0] }
    }

    /// The first of `candidates` that have to go until `fits`.
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
