import FlockFinder
import Testing

struct ConfigDialectTests {
    private static let config = DeviceConfig(
        settings: [
            .wifiScanInterval: 6_000, .bleScanInterval: 3_000, .channelHopInterval: 500, .wifiScanEnabled: 1,
            .maxChannel: 11,
        ],
        lists: [
            .ssid: [DeviceConfig.Entry("Flück-\"", deviceType: "Flock Safety", isCaseSensitive: true)],
            .mac: [], .bleName: [DeviceConfig.Entry("FS Ext Battery", deviceType: "Battery", isEnabled: false)],
            .bleUUID: [DeviceConfig.Entry("180a", deviceType: "Raven")],
        ])

    @Test("the compact text is the seed's")
    func compact() {
        #expect(
            String(decoding: ConfigDialect.compact.encode(Self.config), as: UTF8.self)
                == #"{"v":1,"wsi":6000,"bsi":3000,"chi":500,"wifi_en":true,"ssid":[{"p":"Flück-\"","t":"Flock Safety","#
                + #""e":true}],"mac":[],"ble_n":[{"p":"FS Ext Battery","t":"Battery","e":false}],"#
                + #""ble_u":[{"p":"0000180a-0000-1000-8000-00805f9b34fb","t":"Raven","e":true}]}"#)
    }

    @Test("the nested text is the firmware's")
    func nested() {
        #expect(
            String(decoding: ConfigDialect.nested.encode(Self.config), as: UTF8.self)
                == #"{"version":1,"scanConfig":{"wifiScanEnabled":true,"bleScanInterval":3000,"channelHopInterval":500,"#
                + #""maxChannel":11},"patterns":{"ssidPatterns":[{"pattern":"Flück-\"","deviceType":"Flock Safety","#
                + #""caseSensitive":true,"enabled":true}],"macPrefixes":[],"bleDeviceNames":[{"pattern":"FS Ext Battery","#
                + #""deviceType":"Battery","enabled":false}],"bleServiceUuids":["#
                + #"{"uuid":"0x180a","deviceType":"Raven","enabled":true}]}}"#)
    }

    @Test("what a dialect can tell comes back from its text", arguments: ConfigDialect.allCases)
    func roundTrip(_ dialect: ConfigDialect) throws {
        var expected = dialect.expressible(Self.config)
        expected.lists[.bleUUID]?[0].text = dialect == .nested ? "0x180a" : "0000180a-0000-1000-8000-00805f9b34fb"
        let reading = try ConfigReading(parsing: dialect.encode(Self.config))
        #expect(reading.config == expected)
        #expect(reading.dialect == dialect)
        #expect(reading.unknownKeyCount == 0)
    }

    @Test("an absent list is none, and not an empty one", arguments: ConfigDialect.allCases)
    func absent(_ dialect: ConfigDialect) throws {
        let reading = try ConfigReading(parsing: dialect.encode(DeviceConfig(lists: [.mac: []])))
        #expect(reading.config.lists == [.mac: []])
    }
}
