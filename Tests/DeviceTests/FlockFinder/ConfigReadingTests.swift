import FlockFinder
import Testing

struct ConfigReadingTests {
    private func read(_ text: String) throws(ConfigFault) -> ConfigReading { try ConfigReading(parsing: text.utf8) }

    @Test("an entry that says nothing of it is enabled, and its capitals do not count")
    func standards() throws {
        let reading = try read(#"{"patterns":{"ssidPatterns":[{"pattern":"FS-"}]}}"#)
        #expect(reading.config.lists == [.ssid: [DeviceConfig.Entry("FS-", deviceType: "")]])
        #expect(reading.config.version == 1)
    }

    @Test("the lists that people keep have sources and descriptions, and need no object around them")
    func lists() throws {
        let reading = try read(
            #"{"macPrefixes":[{"prefix":"b4:1e:52","deviceType":"Flock Safety","source":"IEEE OUI"},{"prefix":"58:8e:81"}],"#
                + #""bleServiceUuids":[{"uuid":"180a","description":"Device Info","source":null},{"uuid":"1809","description":null}]}"#
        )
        #expect(reading.dialect == .nested)
        #expect(
            reading.notes == [
                .mac: [ConfigReading.Note(source: "IEEE OUI"), ConfigReading.Note()],
                .bleUUID: [ConfigReading.Note(details: "Device Info"), ConfigReading.Note()],
            ])
        #expect(reading.unknownKeyCount == 0)
    }

    @Test("keys that mean nothing are named, the first hundred of them")
    func unknownKeys() throws {
        let reading = try read(
            #"{"v":1,"crc":7,"scanConfig":{},"ssid":[{"p":"x","color":1}]}"#.replacing(",\"scanConfig\":{}", with: ""))
        #expect(reading.unknownKeys == ["crc", "ssid[0].color"])
        let many = (0..<150).map { "\"k\($0)\":0" }.joined(separator: ",")
        let full = try read("{\"version\":1,\(many)}")
        #expect(full.unknownKeys.count == 100)
        #expect(full.unknownKeyCount == 150)
    }

    @Test(
        "what is no config is refused by what it is",
        arguments: [
            (#"{"v":1,"#, ConfigFault.notJSON(line: 1, column: 8, expected: "a key in quotes")), ("[]", .notAnObject),
            ("{}", .unknownDialect), (#"{"evt":"CONFIG_SAVED"}"#, .unknownDialect),
            (#"{"v":1,"patterns":{}}"#, .mixedDialects(compact: "v", nested: "patterns")),
            (#"{"v":2}"#, .newerVersion(2)), (#"{"v":"1"}"#, .wrongValue(path: "v", expected: "a whole number")),
            (#"{"wsi":1.5}"#, .wrongValue(path: "wsi", expected: "a whole number")),
            (#"{"wifi_en":"yes"}"#, .wrongValue(path: "wifi_en", expected: "true or false")),
            (#"{"ssid":{}}"#, .wrongValue(path: "ssid", expected: "a list")),
            (#"{"ssid":["x"]}"#, .wrongValue(path: "ssid[0]", expected: "an object")),
            (#"{"ssid":[{"p":7}]}"#, .wrongValue(path: "ssid[0].p", expected: "a text")),
            (
                #"{"patterns":{"macPrefixes":[{},{"enabled":1}]}}"#,
                .wrongValue(path: "patterns.macPrefixes[1].enabled", expected: "true or false")
            ),
        ])
    func refused(_ text: String, _ fault: ConfigFault) {
        #expect(throws: fault) { try read(text) }
    }

    @Test("more than a megabyte is not read")
    func length() {
        let limit = ConfigReading.lengthLimit
        #expect(throws: ConfigFault.tooLong(bytes: limit + 1, limit: limit)) {
            try ConfigReading(parsing: [UInt8](repeating: 0x20, count: limit + 1))
        }
    }

    @Test("problems are told by list and place, repeated entries in whatever spelling")
    func problems() throws {
        let reading = try read(
            #"{"chi":50,"ssid":[{"p":"","t":"x"},{"p":"FS-","t":""}],"mac":[{"p":"b4:1e:52","t":"x"},{"p":"B41E52","t":"y"}]}"#
        )
        #expect(
            reading.config.problems == [
                .outOfRange(.channelHopInterval, 50), .badEntry(.ssid, index: 0, text: "", fault: .empty),
                .badEntry(.ssid, index: 1, text: "FS-", fault: .emptyDeviceType),
                .repeated(.mac, index: 1, text: "B41E52"),
            ])
    }

    @Test("any cut or changed byte is read or refused, and nothing else happens", arguments: ConfigDialect.allCases)
    func hostile(_ dialect: ConfigDialect) {
        let text = dialect.encode(
            DeviceConfig(settings: [.channelHopInterval: 500], lists: [.ssid: [.init("Flück", deviceType: "x")]]))
        for index in text.indices {
            _ = try? ConfigReading(parsing: text[..<index])
            for value in [0x00, 0x22, 0x30, 0x5B, 0x7D, 0xFF] as [UInt8] {
                var changed = text
                changed[index] = value
                _ = try? ConfigReading(parsing: changed)
            }
        }
    }
}
