import Randomness
import FlockFinder
import Testing

/// Configs as devices send them: cut into parts, and with texts that were never checked.
struct ConfigReadingDeviceTests {
    private typealias Entry = DeviceConfig.Entry

    /// Returns the bytes received, and the sizes of the parts, of a text that is sent in pieces of
    /// 500 bytes.
    private func arrived(_ text: [UInt8], without lost: Set<Int> = []) -> (bytes: [UInt8], parts: [Int]) {
        let parts = stride(from: 0, to: text.count, by: 500).enumerated().filter { !lost.contains($0.offset) }
            .map { text[$0.element..<min(text.count, $0.element + 500)] }
        return (parts.flatMap(\.self), parts.map(\.count))
    }

    private func fault(
        _ text: [UInt8], without lost: Set<Int> = [], known: [[UInt8]] = []
    ) -> ConfigFault? {
        let (bytes, parts) = arrived(text, without: lost)
        do throws(ConfigFault) {
            _ = try ConfigReading(arrived: bytes, parts: parts, known: known)
            return nil
        } catch { return error }
    }

    /// Configs as devices write them: all settings, all lists.
    private static let configs: [(String, DeviceConfig)] = {
        var base = DeviceConfig(lists: [.ssid: [], .mac: [], .bleName: [], .bleUUID: []])
        for setting in ConfigDialect.nested.settings { base.settings[setting] = setting.range.lowerBound }
        var seeded = SplitMix64(seed: 18)
        let types = ["Flock Safety", "FS Ext Battery", "Raven", "Camera"]
        func text(_ length: Int) -> String {
            String((0..<length).map { _ in "abcdefgh-_\"ü🐧 ".randomElement(using: &seeded) ?? "a" })
        }
        func mac() -> String {
            (0..<3).map { _ in String(UInt8.random(in: 16...255, using: &seeded), radix: 16) }.joined(separator: ":")
        }
        var mixed = base
        for number in 0..<50 {
            let type = types[number % 4]
            switch number % 4 {
            case 0: mixed.lists[.ssid]?.append(Entry(text(1 + number % 10), deviceType: type))
            case 1: mixed.lists[.mac]?.append(Entry(mac(), deviceType: type))
            case 2: mixed.lists[.bleName]?.append(Entry(text(1 + number % 20), deviceType: type))
            default: mixed.lists[.bleUUID]?.append(Entry("0x\(3000 + number)", deviceType: type))
            }
        }
        var names = base
        names.lists[.ssid] = (0..<30).map { Entry("n\($0)-" + text(8), deviceType: "Flock Safety") }
        var addresses = base
        addresses.lists[.mac] = (0..<60).map { Entry(mac(), deviceType: types[$0 / 20]) }
        return [("mixed", mixed), ("names", names), ("addresses", addresses)]
    }()

    @Test("a config that arrives whole is read")
    func whole() {
        #expect(fault(DeviceProfile.factory) == nil)
        for (name, config) in Self.configs { #expect(fault(ConfigDialect.nested.encode(config)) == nil, "\(name)") }
        #expect(fault(Array("{\"version\":1}".utf8)) == nil)
    }

    @Test("the config from the factory without one of its parts is told as such, at each place")
    func factory() {
        #expect(DeviceProfile.factory.count == 3144)
        for lost in 0..<7 { #expect(fault(DeviceProfile.factory, without: [lost]) != nil, "\(lost)") }
    }

    @Test("a config that is known is told without one or two of its parts, at each place")
    func known() {
        for (name, config) in Self.configs {
            let text = ConfigDialect.nested.encode(config)
            let count = (text.count + 499) / 500
            #expect(count > 3, "\(name)")
            for one in 0..<count {
                for other in one..<count {
                    #expect(fault(text, without: [one, other], known: [text]) != nil, "\(name): \(one), \(other)")
                }
            }
        }
    }

    @Test("what was removed from a config that is known is no part of it")
    func removed() {
        for (name, config) in Self.configs
            + [("factory", try? ConfigReading(fromDevice: DeviceProfile.factory).config)]
            .compactMap({ pair in pair.1.map { (pair.0, $0) } })
        {
            let text = ConfigDialect.nested.encode(config)
            for (kind, entries) in config.lists where entries.count > 1 {
                for index in entries.indices {
                    for last in [index, entries.count - 1] {
                        var less = config
                        less.lists[kind]?.removeSubrange(index...last)
                        #expect(
                            fault(ConfigDialect.nested.encode(less), known: [text]) == nil, "\(name) \(kind) \(index)")
                    }
                }
            }
        }
    }

    @Test("where two parts meet, an address and a UUID of two entries are none")
    func splices() {
        let settings =
            #"{"version":1,"scanConfig":{"wifiScanEnabled":true,"bleScanEnabled":true,"bleScanDuration":1,"#
            + #""bleScanInterval":5000,"channelHopInterval":500,"maxChannel":13,"heartbeatInterval":10000,"#
            + #""detectionTimeout":30000,"streamMode":0},"patterns":{"ssidPatterns":["#
        func spliced(_ one: String, _ other: String) -> ConfigFault? {
            let parts = [Array((settings + one).utf8), Array(other.utf8)]
            do throws(ConfigFault) {
                _ = try ConfigReading(arrived: parts.flatMap(\.self), parts: parts.map(\.count))
                return nil
            } catch { return error }
        }
        let end = #"],"bleDeviceNames":[],"bleServiceUuids":[]}}"#
        let list = #"],"macPrefixes":[{"prefix":"b4:1e:52","deviceType":"Flock","enabled":true},{"prefix":"b4:1"#
        #expect(spliced(list, #"e:53","deviceType":"Raven","enabled":true}"# + end) == nil)
        #expect(spliced(list, #"1e:53","deviceType":"Raven","enabled":true}"# + end) == .partMissing)
        #expect(spliced(list, #"e:5","deviceType":"Raven","enabled":true}"# + end) == .partMissing)
        // A prefix that is not hexadecimal at all was entered by a user.
        let odd = #"],"macPrefixes":[{"prefix":"zz","deviceType":"Flock","enabled":true},{"prefix":"zz"#
        #expect(spliced(odd, #"y","deviceType":"Raven","enabled":true}"# + end) == nil)
    }

    @Test("the compact dialect is looked at as well, and its app's keys may be absent")
    func compact() {
        func fault(_ one: String, _ other: String) -> ConfigFault? {
            let parts = [Array(one.utf8), Array(other.utf8)]
            do throws(ConfigFault) {
                _ = try ConfigReading(arrived: parts.flatMap(\.self), parts: parts.map(\.count))
                return nil
            } catch { return error }
        }
        let begin = #"{"v":1,"wsi":5000,"bsi":3000,"chi":500,"ssid":[],"mac":[{"p":"b4:1"#
        let end = #","ble_n":[{"p":"x","t":"T"}],"ble_u":[]}"#
        #expect(fault(begin, #"e:52","t":"T","e":true},{"p":"b4:1e:53","t":"T"}]"# + end) == nil)
        #expect(fault(begin, #"1e:53","t":"T","e":true}]"# + end) == .partMissing)
        #expect(fault(begin, #"e:52","t":"T","e":true}],"ble_u":[]}"#) == .partMissing)
        #expect(fault(begin, #"e:52","t":"T","t":"U","e":true}]"# + end) == .partMissing)
    }

    @Test(
        "keys that are missing, twice there or in another order show that a part is missing",
        arguments: [
            (#""maxChannel":13,"#, ""), (#""streamMode":0"#, #""streamMode":0,"streamMode":0"#),
            (#""maxChannel":13,"heartbeatInterval":10000"#, #""heartbeatInterval":10000,"maxChannel":13"#),
            (#""macPrefixes":["#, #""macPre":["#), (#"{"version":1,"#, "{"),
            (#""prefix":"cc:cc:cc","deviceType":"FS Ext Battery""#, #""prefix":"cc:cc:cc""#),
            (#"{"prefix":"cc:cc:cc","#, #"{"prefix":"cc:cc:cc","x":1,"#),
        ])
    func shape(from: String, to: String) {
        let text = String(decoding: DeviceProfile.factory, as: UTF8.self)
        let other = text.replacing(from, with: to)
        #expect(other != text && fault(Array(other.utf8)) == .partMissing)
    }

    @Test("keys that mean nothing here are a newer firmware's")
    func newKeys() {
        let text = String(decoding: DeviceProfile.factory, as: UTF8.self)
            .replacing(#""enabled":true}"#, with: #""enabled":true,"new":1}"#)
            .replacing(#""streamMode":0"#, with: #""streamMode":0,"newMode":1"#)
        #expect(fault(Array(text.utf8)) == nil)
    }

    // MARK: Texts

    @Test("control characters and bytes that are no text are read, are no pattern, and go back as they were")
    func texts() throws {
        let bad: [[UInt8]] = [
            [1], [0x1B, 0x5B, 0x41], [0x7F], [0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xF4, 0x8F, 0xBF, 0xBF],
        ]
        for bytes in bad {
            let begin = Array(#"{"version":1,"patterns":{"bleDeviceNames":[{"pattern":"a"#.utf8)
            let end = Array(#"b","deviceType":"T","enabled":true}]}}"#.utf8)
            let config = try ConfigReading(fromDevice: begin + bytes + end).config
            let entry = try #require(config[.bleName].first)
            #expect(entry.text.hasPrefix("a") && entry.text.hasSuffix("b") && entry.deviceType == "T", "\(bytes)")
            #expect(config.problems.count == 1, "\(bytes)")
            let sent = ConfigDialect.nested.encode(config)
            #expect(try ConfigReading(fromDevice: sent).config == config, "\(bytes)")
            if bytes[0] >= 0x80 { #expect(sent == begin + bytes + end, "\(bytes)") }
        }
        #expect(throws: ConfigFault.self) { try ConfigReading(parsing: [0x7B, 0x22, 0xFF, 0x22, 0x3A, 0x31, 0x7D]) }
    }

    @Test("bytes that are no text, and what stands for them, are told apart")
    func standIns() throws {
        let texts: [[UInt8]] = [[0xFF], [0xFE], Array("\u{10FFFF}".utf8), Array("\u{FFFD}".utf8), [0xEF, 0xBF]]
        let read = try texts.map { bytes in
            try ConfigReading(
                fromDevice: Array(#"{"patterns":{"bleDeviceNames":[{"pattern":""#.utf8) + bytes + Array(#""}]}}"#.utf8)
            ).config[.bleName][0].text
        }
        #expect(Set(read).count == texts.count)
        #expect(read.allSatisfy { (try? Pattern(.bleName, $0, deviceType: "T")) == nil })
    }
}
