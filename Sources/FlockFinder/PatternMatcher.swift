import Advertising

/// A pattern that a device matches.
package struct PatternMatch: Sendable, Hashable {
    /// Index that the matcher was given with the pattern.
    package let index: Int
    package let kind: PatternKind

    package init(index: Int, kind: PatternKind) {
        self.index = index
        self.kind = kind
    }
}

/// Finds which of many patterns a device matches, at a cost that hardly depends on their number.
///
/// It compares as the firmware does: SSIDs and names byte by byte, with only ASCII capitals folded,
/// and the beginning of an address whatever its type. Unlike the firmware, it also finds service
/// UUIDs in service data.
package struct PatternMatcher: Sendable {
    private let names: TextSearch
    private let ssids: TextSearch
    /// Tables of addresses by number of digits; only for numbers that occur.
    private let addresses: [(shift: UInt64, table: KeyTable)]
    private let uuids: KeyTable
    private let companies: KeyTable
    /// Number of patterns.
    package let count: Int

    /// - Parameter patterns: Disabled patterns are left out. The index becomes
    ///   ``PatternMatch/index``; a pattern whose index is outside 0...2³¹−1 is left out.
    package init(_ patterns: some Sequence<(pattern: Pattern, index: Int)>) {
        var names: [TextSearch.Entry] = []
        var ssids: [TextSearch.Entry] = []
        var prefixes: [Int: [(key: UInt128, value: Int32)]] = [:]
        var uuids: [(key: UInt128, value: Int32)] = []
        var companies: [(key: UInt128, value: Int32)] = []
        for (pattern, index) in patterns where pattern.isEnabled && index >= 0 {
            guard let value = Int32(exactly: index) else { continue }
            switch pattern.kind {
            case .bleName:
                names.append(TextSearch.Entry(text: Array(pattern.text.utf8), isCaseSensitive: false, value: value))
            case .ssid:
                ssids.append(
                    TextSearch.Entry(
                        text: Array(pattern.text.utf8), isCaseSensitive: pattern.isCaseSensitive, value: value))
            case .mac:
                let digits = pattern.text.filter { $0 != ":" }
                guard let key = UInt64(digits, radix: 16) else { continue }
                prefixes[digits.utf8.count, default: []].append((UInt128(key), value))
            case .bleUUID:
                guard let uuid = BluetoothUUID(pattern.text) else { continue }
                uuids.append((uuid.value, value))
            case .bleManufacturer:
                guard let company = UInt16(pattern.text, radix: 16) else { continue }
                companies.append((UInt128(company), value))
            }
        }
        count =
            names.count + ssids.count + prefixes.values.reduce(0) { $0 + $1.count } + uuids.count + companies.count
        self.names = TextSearch(names)
        self.ssids = TextSearch(ssids)
        addresses = prefixes.sorted { $0.key < $1.key }.map { (UInt64(48 - 4 * $0.key), KeyTable($0.value)) }
        self.uuids = KeyTable(uuids)
        self.companies = KeyTable(companies)
    }

    /// Whether the matcher has no patterns.
    package var isEmpty: Bool { count == 0 }

    /// Whether any pattern can match over Wi-Fi.
    package var hasWifiPatterns: Bool { !ssids.isEmpty || !addresses.isEmpty }

    /// Finds the patterns that a Bluetooth advert matches, each once, in the order of their
    /// indices.
    ///
    /// - Parameters:
    ///   - data: AD structures; malformed ones are skipped.
    ///   - matches: Receives the matches, and is emptied first. Reusing the array spares an
    ///     allocation.
    package func match(_ address: BluetoothAddress, _ data: RawSpan, into matches: inout [PatternMatch]) {
        matches.removeAll(keepingCapacity: true)
        match(address, &matches)
        var structures = ADStructures()
        while let structure = structures.next(in: data) {
            let value = data.extracting(structure.value)
            switch structure.type {
            case .shortenedLocalName, .completeLocalName:
                value.withUnsafeBytes { bytes in
                    names.search(bytes) { matches.append(PatternMatch(index: Int($0), kind: .bleName)) }
                }
            case .manufacturerData where value.byteCount >= 2:
                companies.find(UInt128(load(value, 0, UInt16.self))) {
                    matches.append(PatternMatch(index: Int($0), kind: .bleManufacturer))
                }
            case .incompleteUUIDs16, .completeUUIDs16: match(value, width: 2, times: .max, &matches)
            case .incompleteUUIDs32, .completeUUIDs32: match(value, width: 4, times: .max, &matches)
            case .incompleteUUIDs128, .completeUUIDs128: match(value, width: 16, times: .max, &matches)
            case .serviceData16: match(value, width: 2, times: 1, &matches)
            case .serviceData32: match(value, width: 4, times: 1, &matches)
            case .serviceData128: match(value, width: 16, times: 1, &matches)
            default: continue
            }
        }
        Self.settle(&matches)
    }

    /// Finds the patterns that a Wi-Fi device matches, each once, in the order of their indices.
    ///
    /// - Parameters:
    ///   - address: Nil if unknown.
    ///   - ssid: Bytes of the network's name, valid UTF-8 or not; empty if it is hidden.
    package func match(_ address: BluetoothAddress?, ssid: RawSpan, into matches: inout [PatternMatch]) {
        matches.removeAll(keepingCapacity: true)
        if let address { match(address, &matches) }
        ssid.withUnsafeBytes { bytes in
            ssids.search(bytes) { matches.append(PatternMatch(index: Int($0), kind: .ssid)) }
        }
        Self.settle(&matches)
    }

    @inline(__always)
    private func match(_ address: BluetoothAddress, _ matches: inout [PatternMatch]) {
        for (shift, table) in addresses {
            table.find(UInt128(address.value >> shift)) { matches.append(PatternMatch(index: Int($0), kind: .mac)) }
        }
    }

    private func match(_ value: RawSpan, width: Int, times: Int, _ matches: inout [PatternMatch]) {
        guard !uuids.isEmpty else { return }
        var offset = 0
        var left = times
        while value.byteCount - offset >= width, left > 0 {
            let uuid =
                switch width {
                case 2: BluetoothUUID(short: UInt32(load(value, offset, UInt16.self)))
                case 4: BluetoothUUID(short: load(value, offset, UInt32.self))
                default: BluetoothUUID(load(value, offset, UInt128.self))
                }
            uuids.find(uuid.value) { matches.append(PatternMatch(index: Int($0), kind: .bleUUID)) }
            offset += width
            left -= 1
        }
    }

    @inline(__always)
    private func load<T: FixedWidthInteger & BitwiseCopyable>(_ value: RawSpan, _ offset: Int, _ type: T.Type) -> T {
        T(littleEndian: value.unsafeLoadUnaligned(fromByteOffset: offset, as: type))
    }

    /// Sorts the matches and removes repetitions: a text may occur in several places, and a UUID in
    /// several lists.
    private static func settle(_ matches: inout [PatternMatch]) {
        guard matches.count > 1 else { return }
        matches.sort { $0.index < $1.index }
        var kept = 1
        for index in 1..<matches.count where matches[index] != matches[kept - 1] {
            matches[kept] = matches[index]
            kept += 1
        }
        matches.removeLast(matches.count - kept)
    }
}
