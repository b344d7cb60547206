import Randomness
import Advertising
import FlockFinder
import Testing

struct PatternMatcherTests {
    @Test("a part of a name matches whatever its case")
    func namePart() throws {
        let patterns = [try Pattern(.bleName, "ext BATT", deviceType: "Battery")]
        #expect(bluetooth(patterns, name: "FS Ext Battery") == [PatternMatch(index: 0, kind: .bleName)])
        #expect(bluetooth(patterns, name: "FS Ext-Battery") == [])
    }

    @Test("only letters of ASCII are folded")
    func onlyASCII() throws {
        let patterns = [try Pattern(.bleName, "kamera é", deviceType: "Camera")]
        #expect(bluetooth(patterns, name: "KAMERA é").count == 1)
        #expect(bluetooth(patterns, name: "kamera É") == [])
        // The code points just outside of the ranges of letters.
        let signs = [try Pattern(.bleName, "@[`{", deviceType: "Signs")]
        #expect(bluetooth(signs, name: "`{@[") == [])
        let bracket = [
            try Pattern(.bleName, "[x", deviceType: "Signs"), try Pattern(.bleName, "@y", deviceType: "Signs"),
        ]
        #expect(bluetooth(bracket, name: "{x`y") == [])
        #expect(indices(bluetooth(bracket, name: "[x@y")) == [0, 1])
    }

    @Test("an SSID's case counts where the pattern says so, and not where it does not")
    func ssidCase() throws {
        let patterns = [
            try Pattern(.ssid, "Flock", deviceType: "A", isCaseSensitive: true),
            try Pattern(.ssid, "flock", deviceType: "B"),
        ]
        #expect(indices(wifi(patterns, ssid: Array("my Flock-12".utf8))) == [0, 1])
        #expect(indices(wifi(patterns, ssid: Array("my fLOCK-12".utf8))) == [1])
        // The pattern occurs twice, once in the same spelling.
        #expect(indices(wifi(patterns, ssid: Array("flock Flock".utf8))) == [0, 1])
    }

    @Test("an SSID that is not valid UTF-8 is compared by its bytes")
    func brokenSSID() throws {
        let patterns = [try Pattern(.ssid, "é-cam", deviceType: "Camera")]
        #expect(wifi(patterns, ssid: [0xFF, 0xC3, 0xA9] + Array("-CAM".utf8) + [0xC3]).count == 1)
        #expect(wifi(patterns, ssid: [0xA9] + Array("-cam".utf8)) == [])
    }

    @Test("a prefix of 6...12 digits is the beginning of an address", arguments: 6...12)
    func prefixes(_ digits: Int) throws {
        let patterns = [try Pattern(.mac, String("b41e52a0c1d2".prefix(digits)), deviceType: "Camera")]
        let address = BluetoothAddress(0xB41E_52A0_C1D2)
        #expect(bluetooth(patterns, address: address, name: nil) == [PatternMatch(index: 0, kind: .mac)])
        #expect(wifi(patterns, address: address, ssid: []) == [PatternMatch(index: 0, kind: .mac)])
        let other = BluetoothAddress(address.value ^ 1 << UInt64(48 - 4 * digits))
        #expect(bluetooth(patterns, address: other, name: nil) == [])
    }

    @Test("what comes behind a prefix is of no account")
    func behindPrefix() throws {
        let patterns = [try Pattern(.mac, "b4:1e:52:a", deviceType: "Camera")]
        #expect(bluetooth(patterns, address: BluetoothAddress(0xB41E_52AF_FFFF), name: nil).count == 1)
        #expect(bluetooth(patterns, address: BluetoothAddress(0xB41E_52B0_0000), name: nil) == [])
    }

    @Test("a service UUID matches in lists and in service data, in its short and its long form, and once")
    func uuids() throws {
        let patterns = [try Pattern(.bleUUID, "0000180a-0000-1000-8000-00805f9b34fb", deviceType: "Raven")]
        let long = BluetoothUUID(short: 0x180A).value
        let short: [UInt8] = [0x0A, 0x18]
        #expect(bluetooth(patterns, data: [3, 0x03] + short).count == 1)
        #expect(bluetooth(patterns, data: [5, 0x02, 0x0F, 0x18] + short).count == 1)
        #expect(bluetooth(patterns, data: [5, 0x05] + short + [0, 0]).count == 1)
        #expect(
            bluetooth(patterns, data: [17, 0x07] + (0..<16).map { UInt8(truncatingIfNeeded: long >> ($0 * 8)) }).count
                == 1)
        #expect(bluetooth(patterns, data: [4, 0x16] + short + [0x55]).count == 1)
        #expect(bluetooth(patterns, data: [3, 0x03] + short + [3, 0x02] + short).count == 1)
        // Payload of service data, which is not a UUID.
        #expect(bluetooth(patterns, data: [5, 0x16, 0x0F, 0x18] + short) == [])
    }

    @Test("a company matches by its identifier, and not by its payload")
    func company() throws {
        let patterns = [try Pattern(.bleManufacturer, "09c8", deviceType: "Battery")]
        #expect(
            bluetooth(patterns, data: [4, 0xFF, 0xC8, 0x09, 0x54]) == [PatternMatch(index: 0, kind: .bleManufacturer)])
        #expect(bluetooth(patterns, data: [5, 0xFF, 0x4C, 0x00, 0xC8, 0x09]) == [])
        #expect(bluetooth(patterns, data: [2, 0xFF, 0xC8]) == [])
    }

    @Test("a pattern that is not enabled matches nothing")
    func disabled() throws {
        let patterns = [try Pattern(.bleName, "flock", deviceType: "Camera", isEnabled: false)]
        let matcher = matcher(patterns)
        #expect(matcher.isEmpty)
        #expect(bluetooth(patterns, name: "Flock") == [])
    }

    @Test("every pattern that matches is told of once, in the order of the indices")
    func several() throws {
        let patterns = [
            try Pattern(.bleName, "ab", deviceType: "A"), try Pattern(.mac, "b41e52", deviceType: "B"),
            try Pattern(.bleName, "b", deviceType: "C"), try Pattern(.bleName, "abab", deviceType: "D"),
            try Pattern(.bleName, "AB", deviceType: "E"),
        ]
        let found = bluetooth(patterns, address: BluetoothAddress(0xB41E_5200_0000), name: "xababab")
        #expect(indices(found) == [0, 1, 2, 3, 4])
    }

    @Test("what stands before a fault of an advert counts, and bytes of no meaning stop nothing")
    func malformed() throws {
        let patterns = [try Pattern(.bleName, "flock", deviceType: "Camera")]
        #expect(bluetooth(patterns, data: [6, 9] + Array("flock".utf8) + [200, 1]).count == 1)
        #expect(bluetooth(patterns, data: [7, 9] + Array("flock".utf8)) == [])
        #expect(bluetooth(patterns, data: []) == [])
        #expect(bluetooth(patterns, data: [1, 9]) == [])
    }

    @Test("whatever the patterns and the adverts, it finds what comparing one by one finds", arguments: 1...12)
    func likeTheReference(_ seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        // Few different letters, so that texts overlap and contain each other.
        let letters = Array(["ab", "abcABC", "aAbBéx-_ 0"][Int(seed % 3)])
        let patterns = try (0..<[5, 60, 900][Int(seed % 3)]).map { _ in try random.pattern(letters) }
        let matcher = matcher(patterns)
        var found: [PatternMatch] = []
        for _ in 0..<40 {
            let sighting = random.sighting(letters, patterns)
            matcher.match(sighting.address, sighting.data.span.bytes, into: &found)
            #expect(found == reference(patterns, sighting.address, advert: sighting.data))
            matcher.match(sighting.address, ssid: sighting.ssid.span.bytes, into: &found)
            #expect(found == reference(patterns, sighting.address, ssid: sighting.ssid))
        }
    }

    @Test("long texts that share all but their ends are told apart")
    func longTexts() throws {
        // More states than there are rows.
        let beginning = String(repeating: "abcdefgh", count: 28)
        let patterns = try (0..<2_000).map { try Pattern(.bleName, beginning + "\($0)z", deviceType: "T") }
        #expect(indices(bluetooth(patterns, data: long(beginning + "1234z"))) == [1234])
        #expect(bluetooth(patterns, data: long(beginning + "1234y")) == [])
        #expect(indices(bluetooth(patterns, data: long("h" + beginning + "7z"))) == [7])
        let spread = try (0..<4_000).map {
            try Pattern(.bleName, "\($0 % 7)\($0)-\($0 &* 7_919 % 100_003)-tail", deviceType: "T")
        }
        for index in stride(from: 0, to: spread.count, by: 97) {
            #expect(indices(bluetooth(spread, data: long("x\(spread[index].text)x"))) == [index])
        }
    }

    @Test("where a long text breaks off, a shorter one that begins inside of it is found")
    func brokenOff() throws {
        // More states than there are rows.
        var patterns = try (0..<4_000).map {
            try Pattern(.bleName, "\($0 &* 7_919 % 100_003)-\($0)-tail", deviceType: "T")
        }
        patterns.append(try Pattern(.bleName, "taix", deviceType: "T"))
        for index in stride(from: 0, to: 4_000, by: 97) {
            let broken = patterns[index].text.dropLast() + "x"
            #expect(indices(bluetooth(patterns, data: long(String(broken)))) == [4_000])
        }
    }
}

// MARK: Matching

private func matcher(_ patterns: [Pattern]) -> PatternMatcher {
    PatternMatcher(patterns.enumerated().map { ($0.element, $0.offset) })
}

private func bluetooth(
    _ patterns: [Pattern], address: BluetoothAddress = BluetoothAddress(0), name: String?
) -> [PatternMatch] {
    bluetooth(patterns, address: address, data: name.map { [UInt8($0.utf8.count + 1), 9] + Array($0.utf8) } ?? [])
}

private func bluetooth(
    _ patterns: [Pattern], address: BluetoothAddress = BluetoothAddress(0), data: [UInt8]
) -> [PatternMatch] {
    var found = [PatternMatch(index: 99, kind: .mac)]
    matcher(patterns).match(address, data.span.bytes, into: &found)
    return found
}

private func wifi(_ patterns: [Pattern], address: BluetoothAddress? = nil, ssid: [UInt8]) -> [PatternMatch] {
    var found: [PatternMatch] = []
    matcher(patterns).match(address, ssid: ssid.span.bytes, into: &found)
    return found
}

private func indices(_ matches: [PatternMatch]) -> [Int] { matches.map(\.index) }

private func long(_ name: String) -> [UInt8] { [UInt8(name.utf8.count + 1), 9] + Array(name.utf8) }

// MARK: Reference, pattern by pattern

private func reference(_ patterns: [Pattern], _ address: BluetoothAddress, advert: [UInt8]) -> [PatternMatch] {
    let parsed = ParsedAdvert(advert)
    return patterns.enumerated().compactMap { index, pattern in
        let matches =
            switch pattern.kind {
            case .ssid: false
            case .mac: begins(address, pattern.text)
            case .bleName: contains(name(of: advert), Array(pattern.text.utf8), isCaseSensitive: false)
            case .bleUUID:
                parsed.serviceUUIDs.contains { "\($0)" == pattern.text }
                    || parsed.serviceData.contains { "\($0.uuid)" == pattern.text }
            case .bleManufacturer: parsed.manufacturerData.contains { $0.companyID == UInt16(pattern.text, radix: 16) }
            }
        return matches ? PatternMatch(index: index, kind: pattern.kind) : nil
    }
}

private func reference(_ patterns: [Pattern], _ address: BluetoothAddress, ssid: [UInt8]) -> [PatternMatch] {
    patterns.enumerated().compactMap { index, pattern in
        let matches =
            switch pattern.kind {
            case .ssid: contains(ssid, Array(pattern.text.utf8), isCaseSensitive: pattern.isCaseSensitive)
            case .mac: begins(address, pattern.text)
            default: false
            }
        return matches ? PatternMatch(index: index, kind: pattern.kind) : nil
    }
}

private func begins(_ address: BluetoothAddress, _ prefix: String) -> Bool { "\(address)".hasPrefix(prefix) }

private func contains(_ text: [UInt8], _ part: [UInt8], isCaseSensitive: Bool) -> Bool {
    guard text.count >= part.count else { return false }
    func folded(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        bytes.map { !isCaseSensitive && (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 }
    }
    return (0...text.count - part.count).contains { folded(text[$0..<$0 + part.count]) == folded(part) }
}

private func name(of advert: [UInt8]) -> [UInt8] {
    var structures = ADStructures()
    while let structure = structures.next(in: advert.span.bytes) {
        if structure.type == .completeLocalName { return Array(advert[structure.value]) }
    }
    return []
}

// MARK: Random input

extension SplitMix64 {
    fileprivate mutating func text(_ letters: [Character], _ lengths: ClosedRange<Int>) -> String {
        String((0..<Int.random(in: lengths, using: &self)).map { _ in letters.randomElement(using: &self) ?? "a" })
    }

    mutating func pattern(_ letters: [Character]) throws -> Pattern {
        let isEnabled = true
        switch Int.random(in: 0..<6, using: &self) {
        case 0:
            let digits = (0..<12).map { _ in "0123456789abcdef".randomElement(using: &self) ?? "0" }
            return try Pattern(
                .mac, String(digits.prefix(Int.random(in: 6...12, using: &self))), deviceType: "T", isEnabled: isEnabled
            )
        case 1:
            return try Pattern(
                .bleUUID, "180" + String(Int.random(in: 0...15, using: &self), radix: 16), deviceType: "T")
        case 2: return try Pattern(.bleManufacturer, "0x\(Int.random(in: 0...9, using: &self))", deviceType: "T")
        case 3: return try Pattern(.bleName, text(letters, 1...9), deviceType: "T")
        default:
            return try Pattern(.ssid, text(letters, 1...9), deviceType: "T", isCaseSensitive: Bool.random(using: &self))
        }
    }

    mutating func sighting(
        _ letters: [Character], _ patterns: [Pattern]
    ) -> (address: BluetoothAddress, data: [UInt8], ssid: [UInt8]) {
        var address = BluetoothAddress(next())
        // Half of the addresses begin with a pattern's prefix.
        if Bool.random(using: &self), let prefix = patterns.filter({ $0.kind == .mac }).randomElement(using: &self) {
            let digits = prefix.text.filter { $0 != ":" } + "\(address)".filter { $0 != ":" }
            address = BluetoothAddress(UInt64(digits.prefix(12), radix: 16) ?? 0)
        }
        let name = Array(text(letters, 0...29).utf8).prefix(29)
        var data = [2, 1, 6, UInt8(name.count + 1), 9] + name
        data += [3, 0x03, UInt8.random(in: 0...15, using: &self), 0x18]
        data += [4, 0xFF, UInt8.random(in: 0...12, using: &self), 0, 0x55]
        data += [4, 0x16, UInt8.random(in: 0...15, using: &self), 0x18, 0]
        return (address, data, Array(Array(text(letters, 0...32).utf8).prefix(32)))
    }
}
