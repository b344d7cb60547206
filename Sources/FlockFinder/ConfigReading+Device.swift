import LineFormats

/// Configs as a device sends them, without a length or a checksum.
extension ConfigReading {
    /// Reads a config that a device sent, like ``init(parsing:lengthLimit:)``, but accepts control
    /// characters and bytes that are not UTF-8.
    ///
    /// - Throws: ``ConfigFault``.
    package init(fromDevice bytes: some Collection<UInt8>) throws(ConfigFault) {
        try self.init(parsing: DeviceText.json(bytes).utf8)
    }

    /// Reads a config that arrived in parts, any of which may have been lost unnoticed. The config
    /// must look as firmware writes it, and not like a known one with parts missing.
    ///
    /// A missing part goes unnoticed if the two ends that meet lie at the same place of two
    /// entries, and the text was never seen before.
    ///
    /// - Parameters:
    ///   - parts: Length of each part, in bytes; the sum is the length of `bytes`.
    ///   - known: Texts that the device may hold.
    /// - Throws: ``ConfigFault``; ``ConfigFault/partMissing``.
    package init(arrived bytes: [UInt8], parts: [Int], known: [[UInt8]] = []) throws(ConfigFault) {
        try self.init(fromDevice: bytes)
        guard parts.count > 1, !known.contains(bytes) else { return }
        let arrived = ArrivedConfig(bytes, parts: parts)
        guard arrived.isWritten(in: dialect), !arrived.hasSplice(in: dialect), !known.contains(where: arrived.isRest)
        else {
            throw .partMissing
        }
    }
}

/// A text and the parts in which it arrived.
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

    // MARK: Structure

    /// Whether no key of the dialect occurs twice and every key that firmware writes is present. In
    /// the nested dialect these are all keys, in order, and the same keys in every entry of a list.
    /// In the compact dialect, of which no firmware is known, these are the version and the lists.
    /// Unknown keys may stand between.
    func isWritten(in dialect: ConfigDialect) -> Bool {
        let document = JSONValue.object(members)
        let settings = dialect.settings.map { dialect.key($0) }
        let lists = PatternKind.onDevices.map { dialect.key($0) }
        switch dialect {
        case .compact:
            let found = names(members, [dialect.versionKey] + settings + lists)
            let needed = ([dialect.versionKey] + lists).map { "\($0)" }
            guard Set(found).count == found.count, Set(needed).isSubset(of: found) else { return false }
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

    /// - Parameter entries: Keys of each entry.
    private func areWritten(_ entries: [[String]], _ kind: PatternKind, _ dialect: ConfigDialect) -> Bool {
        let keys = dialect.entryKeys(kind).map { "\($0)" }
        return entries.allSatisfy { entry in
            switch dialect {
            // The key that says whether an entry is enabled is optional.
            case .compact: Set(entry).count == entry.count && Set(keys.dropLast()).isSubset(of: entry)
            case .nested: entry == entries.first && entry.filter(keys.contains) == keys
            }
        }
    }

    /// Names of those members that are wanted, in the order of `members`.
    private func names(_ members: [JSONValue.Member]?, _ wanted: [StaticString]) -> [String] {
        let wanted = wanted.map { "\($0)" }
        return members?.map(\.name).filter(wanted.contains) ?? []
    }

    // MARK: Borders between parts

    /// Whether two parts meet within hexadecimal digits that should be an address or a UUID, but
    /// are not a valid one.
    func hasSplice(in dialect: ConfigDialect) -> Bool {
        var joints: Set<Int> = []
        var end = 0
        for part in parts.dropLast() {
            end += part
            joints.insert(end)
        }
        return [PatternKind.mac, .bleUUID].contains { kind in
            strings(of: "\(dialect.textKey(kind))", in: "\(dialect.key(kind))").contains { string in
                guard string.dropFirst().indices.contains(where: joints.contains) else { return false }
                let text = String(decoding: string, as: UTF8.self)
                return text.allSatisfy { $0.isHexDigit || ":-x".contains($0) }
                    && (try? Pattern.normalised(text, kind)) == nil
            }
        }
    }

    /// Values of a key in a list, without quotation marks.
    private func strings(of key: String, in list: String) -> [ArraySlice<UInt8>] {
        var found: [ArraySlice<UInt8>] = []
        var (lastKey, lastList) = ("", "")
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
            let text = bytes[start..<end]
            position = end + 1
            let rest = bytes[min(position, bytes.count)...]
            if rest.first == UInt8(ascii: ":") {
                lastKey = String(decoding: text, as: UTF8.self)
                if rest.dropFirst().first == UInt8(ascii: "[") { lastList = lastKey }
            } else if lastKey == key, lastList == list {
                found.append(text)
            }
        }
        return found
    }

    // MARK: Known texts

    /// Most consecutive missing parts to look for.
    private static let missingLimit = 16
    /// Length of the longest part, in bytes, from which missing parts are looked for. Shorter parts
    /// are about as long as an entry, which a user may have removed.
    private static let shortestPart = 100

    /// Whether all parts occur in `known`, in order, with gaps whose length fits missing parts.
    func isRest(of known: [UInt8]) -> Bool {
        guard bytes.count < known.count, let size = parts.max(), size >= Self.shortestPart else { return false }
        // A part ends up to three bytes earlier if it would otherwise split a character.
        let gaps = [0] + (1...Self.missingLimit).flatMap { $0 * (size - 3)...$0 * size }
        var from = 0
        var place = 0
        for part in parts {
            let piece = bytes[from..<from + part]
            let gap = gaps.first { gap in
                let start = place + gap
                return start + part <= known.count && known[start..<start + part] == piece
            }
            guard let gap else { return false }
            from += part
            place += gap + part
        }
        return gaps.contains(known.count - place)
    }
}

extension ConfigDialect {
    /// Keys of an entry, in the order in which they are written.
    func entryKeys(_ kind: PatternKind) -> [StaticString] {
        [textKey(kind), typeKey] + (tellsCase(of: kind) ? ["caseSensitive"] : []) + [enabledKey]
    }
}
