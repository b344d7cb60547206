import JSONLines

/// What a device tells of its config, which no length and no checksum goes with.
extension ConfigReading {
    /// Reads a config that a device told: ``init(parsing:lengthLimit:)``, and control characters and bytes that are no text are
    /// taken as they come.
    ///
    /// - Throws: ``ConfigFault``.
    public init(fromDevice bytes: some Collection<UInt8>) throws(ConfigFault) {
        try self.init(parsing: DeviceText.json(bytes).utf8)
    }

    /// Reads a config that arrived in parts, any of which may have been lost on the way though nothing says so: it must look
    /// like one that firmware has written, and not like a known one without some of its parts.
    ///
    /// It cannot show that a part is missing where the two ends that meet are of the same field of two entries, and make a
    /// text, a device type or an address together that might be one.
    ///
    /// - Parameters:
    ///   - parts: The length of each part, bytes; together all of `bytes`.
    ///   - known: Texts that the device may hold.
    /// - Throws: ``ConfigFault``; ``ConfigFault/partMissing``.
    public init(arrived bytes: [UInt8], parts: [Int], known: [[UInt8]] = []) throws(ConfigFault) {
        try self.init(fromDevice: bytes)
        guard parts.count > 1 else { return }
        let arrived = ArrivedConfig(bytes, parts: parts)
        guard arrived.isWritten(in: dialect), !arrived.hasSplice, !known.contains(where: arrived.isRest) else {
            throw .partMissing
        }
    }
}

/// A text in the parts in which it arrived.
private struct ArrivedConfig {
    private let bytes: [UInt8]
    private let parts: [Int]
    private let members: [JSONValue.Member]

    /// - Parameter bytes: A JSON object.
    init(_ bytes: [UInt8], parts: [Int]) {
        self.bytes = bytes
        self.parts = parts
        members = (try? JSONValue(parsing: DeviceText.json(bytes).utf8))?.members ?? []
    }

    // MARK: The shape

    /// Whether it has each key of the dialect once. The nested one has them in the order in which firmware writes them, and all
    /// entries of a list have the same; of the compact one no firmware is known. Keys that mean nothing here may stand between.
    func isWritten(in dialect: ConfigDialect) -> Bool {
        let document = JSONValue.object(members)
        let settings = dialect.settings.map { dialect.key($0) }
        let lists = PatternKind.onDevices.map { dialect.key($0) }
        switch dialect {
        case .compact:
            let keys = [dialect.versionKey] + settings + lists
            guard Set(names(members, keys)).count == keys.count, names(members, keys).count == keys.count else {
                return false
            }
        case .nested:
            guard names(members, ["version", "scanConfig", "patterns"]) == ["version", "scanConfig", "patterns"],
                names(document["scanConfig"]?.members, settings) == settings.map({ "\($0)" }),
                names(document["patterns"]?.members, lists) == lists.map({ "\($0)" })
            else { return false }
        }
        return PatternKind.onDevices.allSatisfy { kind in
            let list = (dialect == .compact ? document : document["patterns"])?["\(dialect.key(kind))"]
            return areWritten(list?.elements?.map { $0.members?.map(\.name) ?? [] } ?? [], kind, dialect)
        }
    }

    /// - Parameter entries: The keys of each.
    private func areWritten(_ entries: [[String]], _ kind: PatternKind, _ dialect: ConfigDialect) -> Bool {
        let keys = dialect.entryKeys(kind).map { "\($0)" }
        return entries.allSatisfy { entry in
            switch dialect {
            // That an entry is enabled may go without saying.
            case .compact: Set(entry).count == entry.count && Set(keys.dropLast()).isSubset(of: entry)
            case .nested: entry == entries.first && entry.filter(keys.contains) == keys
            }
        }
    }

    /// The names of those members that are wanted, as they stand there.
    private func names(_ members: [JSONValue.Member]?, _ wanted: [StaticString]) -> [String] {
        let wanted = wanted.map { "\($0)" }
        return members?.map(\.name).filter(wanted.contains) ?? []
    }

    // MARK: Where two parts meet

    /// Whether two parts meet inside of an address or a UUID that is none, or of a device type that is made of two others.
    var hasSplice: Bool {
        var ends: Set<Int> = []
        var end = 0
        for part in parts.dropLast() {
            end += part
            ends.insert(end)
        }
        let strings = strings()
        let types = strings.indices.filter { strings[$0].isType }.map { strings[$0].text }
        return strings.contains { string in
            guard let joint = (string.start + 1..<string.end).first(where: ends.contains) else { return false }
            let (one, other) = (bytes[string.start..<joint], bytes[joint..<string.end])
            switch string.key {
            case "prefix", "uuid":
                let kind = string.key == "uuid" ? PatternKind.bleUUID : .mac
                return (try? Pattern.normalised(string.text, kind)) == nil
            case "deviceType", "t":
                let others = types.filter { $0 != string.text }
                return others.count == types.count - 1 && others.contains { $0.utf8.starts(with: one) }
                    && others.contains { $0.utf8.reversed().starts(with: other.reversed()) }
            default: return false
            }
        }
    }

    private struct Literal {
        var key: String
        var text: String
        /// Between the quotation marks.
        var start: Int
        var end: Int
        var isType: Bool { key == "deviceType" || key == "t" }
    }

    /// The strings that are values.
    private func strings() -> [Literal] {
        var found: [Literal] = []
        var key = ""
        var position = 0
        while position < bytes.count {
            guard bytes[position] == UInt8(ascii: "\"") else {
                position += 1
                continue
            }
            let start = position + 1
            var end = start
            while end < bytes.count, bytes[end] != UInt8(ascii: "\"") {
                end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
            }
            end = min(end, bytes.count)
            let text = String(decoding: bytes[start..<end], as: UTF8.self)
            position = end + 1
            if position < bytes.count, bytes[position] == UInt8(ascii: ":") {
                key = text
            } else {
                found.append(Literal(key: key, text: text, start: start, end: end))
            }
        }
        return found
    }

    // MARK: Texts that are known

    /// Whether its parts are parts of another text, in their order, with as much missing between them as parts have.
    func isRest(of known: [UInt8]) -> Bool {
        guard bytes.count < known.count, let size = parts.max() else { return false }
        // A part ends up to three bytes earlier where it would split a character.
        func isOfParts(_ count: Int) -> Bool {
            let parts = (count + size - 1) / size
            return count >= parts * (size - 3)
        }
        var from = 0
        var place = 0
        for part in parts {
            let piece = bytes[from..<from + part]
            from += part
            guard
                let found = (place...max(place, known.count - part)).first(where: { start in
                    isOfParts(start - place) && start + part <= known.count && known[start..<start + part] == piece
                })
            else { return false }
            place = found + part
        }
        return place == known.count || isOfParts(known.count - place)
    }
}

extension ConfigDialect {
    /// The keys of an entry, in the order in which they are written.
    func entryKeys(_ kind: PatternKind) -> [StaticString] {
        [textKey(kind), typeKey] + (tellsCase(of: kind) ? ["caseSensitive"] : []) + [enabledKey]
    }
}
