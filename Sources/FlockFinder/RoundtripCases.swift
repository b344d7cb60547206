import Randomness

/// Random configs for a device; the same seed gives the same configs.
///
/// The kinds take turns, each with other texts every time.
package struct RoundtripCases: Sendable {
    private static let deviceTypes = ["Flock Safety", "Penguin", "Raven", "Überwachung", "カメラ", "🐧"]
    private static let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 -_.")
    /// Characters of two, three and four bytes.
    private static let wide = Array("éßЖ中日🐧🦅")
    private static let escapes = [
        #"a"quote"#, #"back\slash"#, "slash/", #"\u0041"#, "{\"v\":1}", "CONFIG_START", "CONFIG_END", "SET_CONFIG:{}",
        "[]", ",", "a\u{2028}b", "\u{FEFF}bom", " both ends ", "null", "%s%n", "\u{10FF00}",
    ]
    /// Entries of a list if the device has no known limit.
    private static let usualLimit = 50

    private let profile: DeviceProfile
    private let mtu: Int?
    private var random: SplitMix64
    private var next = 0

    /// - Parameter mtu: ATT MTU of the connection over which the configs are read back; nil = they
    ///   need not fit it.
    package init(profile: DeviceProfile, mtu: Int? = nil, seed: UInt64) {
        self.profile = profile
        self.mtu = mtu
        random = SplitMix64(seed: seed)
    }

    /// Returns the next case. The sequence has no end.
    package mutating func draw() -> RoundtripCase {
        let kinds = RoundtripCase.Kind.allCases
        defer { next += 1 }
        return draw(kinds[next % kinds.count])
    }

    /// Returns a case of this kind.
    package mutating func draw(_ kind: RoundtripCase.Kind) -> RoundtripCase {
        var demand = RoundtripCase.Demand.held
        var config = DeviceConfig(
            settings: settings { [profile] in Int.random(in: profile.range(of: $0), using: &$1) }, lists: emptyLists)
        switch kind {
        case .random: fill(&config) { $0.plainText(of: 1...24) }
        case .borders: fill(&config) { $0.wideText(of: 1...8) }
        case .fullSSIDs: config.lists[.ssid] = entries(limit(.ssid), .ssid)
        case .fullAddresses: config.lists[.mac] = entries(limit(.mac), .mac)
        case .fullNames: config.lists[.bleName] = entries(limit(.bleName), .bleName)
        case .fullUUIDs: config.lists[.bleUUID] = entries(limit(.bleUUID), .bleUUID)
        case .overfull:
            demand = .heldOrLimited
            config.lists[.bleName] = entries(limit(.bleName) + 1, .bleName)
        case .longest, .tooLong:
            demand = kind == .longest ? .held : .heldOrRefused
            // Exceeding a limit of reading back would prove nothing.
            pad(&config, to: mostBytes + (kind == .longest || profile.readableBytes(mtu: mtu) != nil ? 0 : 1))
        case .lowest: config.settings = settings { [profile] setting, _ in profile.range(of: setting).lowerBound }
        case .highest: config.settings = settings { [profile] setting, _ in profile.range(of: setting).upperBound }
        case .escapes:
            config.lists[.bleName] = Self.escapes.map { .init($0, deviceType: $0) }
            config.lists[.ssid] = Self.escapes.filter { $0.utf8.count <= Pattern.ssidLimit }
                .map { .init($0, deviceType: "T") }
        case .empty: break
        }
        if kind != .longest, kind != .tooLong { shorten(&config) }
        return RoundtripCase(kind: kind, config: profile.dialect.expressible(config), demand: demand)
    }

    // MARK: Limits

    /// Longest text, in bytes, that the device can be expected to send back. A device that cannot
    /// save more is not given more to hold, since its memory may be as small as its flash.
    private var mostBytes: Int {
        [profile.textBytes, profile.savedBytes, profile.readableBytes(mtu: mtu)].compactMap { $0 }.min() ?? 8192
    }

    private func limit(_ kind: PatternKind) -> Int { profile.entries[kind] ?? Self.usualLimit }

    /// Removes entries until the device accepts the config. Lists that are too long on purpose stay
    /// so.
    private func shorten(_ config: inout DeviceConfig) {
        while true {
            let excess = profile.excesses(of: config, mtu: mtu).contains { excess in
                switch excess.limit {
                case .text, .pool, .readable: true
                case .saved, .entries, .addressDigits: false
                }
            }
            guard excess, let longest = config.lists.max(by: { $0.value.count < $1.value.count })?.key,
                config.lists[longest]?.isEmpty == false
            else { return }
            config.lists[longest]?.removeLast()
        }
    }

    // MARK: Drawing

    private var emptyLists: [PatternKind: [DeviceConfig.Entry]] {
        Dictionary(uniqueKeysWithValues: PatternKind.onDevices.map { ($0, []) })
    }

    private mutating func settings(
        _ value: (ScanSetting, inout SplitMix64) -> Int
    ) -> [ScanSetting: Int] {
        var settings: [ScanSetting: Int] = [:]
        for setting in profile.dialect.settings { settings[setting] = value(setting, &random) }
        return settings
    }

    private mutating func fill(
        _ config: inout DeviceConfig, _ text: (inout Self) -> String
    ) {
        for kind in PatternKind.onDevices {
            let count = Int.random(in: 0...min(12, limit(kind)), using: &random)
            var entries = entries(count, kind)
            if kind == .ssid || kind == .bleName {
                for index in entries.indices { entries[index].text = "\(index)" + text(&self) }
            }
            config.lists[kind] = entries
        }
    }

    /// Makes entries with distinct texts.
    private mutating func entries(_ count: Int, _ kind: PatternKind) -> [DeviceConfig.Entry] {
        (0..<count).map { index in
            let type = Self.deviceTypes.randomElement(using: &random) ?? "T"
            let number = index | Int.random(in: 0..<256, using: &random) << 16
            return DeviceConfig.Entry(
                text(number, kind), deviceType: type,
                isCaseSensitive: kind == .ssid && Bool.random(using: &random), isEnabled: Bool.random(using: &random))
        }
    }

    private func text(_ number: Int, _ kind: PatternKind) -> String {
        func digits(_ value: Int, _ count: Int) -> String {
            let text = String(value, radix: 16)
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        switch kind {
        case .mac:
            let all = digits(number, 6)
            return "\(all.prefix(2)):\(all.dropFirst(2).prefix(2)):\(all.suffix(2))"
        case .bleUUID: return "\(digits(number, 8))-5eed-4000-8000-000000000000"
        case .ssid, .bleName, .bleManufacturer: return "p\(number)"
        }
    }

    private mutating func plainText(of range: ClosedRange<Int>) -> String {
        let count = Int.random(in: range, using: &random)
        return String((0..<count).map { _ in Self.letters.randomElement(using: &random) ?? "x" })
    }

    private mutating func wideText(of range: ClosedRange<Int>) -> String {
        var text = ""
        for _ in 0..<Int.random(in: range, using: &random) {
            guard let character = Self.wide.randomElement(using: &random),
                text.utf8.count + String(character).utf8.count <= Pattern.ssidLimit - 2
            else { break }
            text.append(character)
        }
        return text
    }

    /// Pads the config to exactly this length: with names, the last of which is lengthened.
    private func pad(_ config: inout DeviceConfig, to bytes: Int) {
        var names: [DeviceConfig.Entry] = []
        func length(_ names: [DeviceConfig.Entry]) -> Int {
            var config = config
            config.lists[.bleName] = names
            return profile.dialect.encode(profile.dialect.expressible(config)).count
        }
        // Names of a hundred bytes, so that neither a list nor the device's memory fills up first.
        while names.count + 1 < limit(.bleName) {
            let text = "\(names.count)" + String(repeating: "x", count: 100)
            let more = names + [DeviceConfig.Entry(text, deviceType: "T")]
            guard length(more) + 200 <= bytes else { break }
            names = more
        }
        names.append(DeviceConfig.Entry("y", deviceType: "T"))
        let missing = bytes - length(names)
        if missing > 0 { names[names.count - 1].text += String(repeating: "y", count: missing) }
        config.lists[.bleName] = names
    }
}
