import FlockFinder
import Testing

@Suite struct ConfigLossTests {
    private let config = DeviceConfig(
        settings: [.wifiScanInterval: 5_000, .maxChannel: 11, .streamMode: 1],
        lists: [
            .ssid: [
                .init("Plain", deviceType: "T"), .init("CamNet", deviceType: "T", isCaseSensitive: true),
                .init("Off", deviceType: "T", isCaseSensitive: true, isEnabled: false),
            ], .mac: [.init("b4:1e:52", deviceType: "T")], .bleUUID: [],
        ])

    @Test("each dialect loses what it has no word for, and entries that are not sent are not lost")
    func dialects() throws {
        let key = try Pattern.Key(.ssid, "CamNet", isCaseSensitive: true)
        #expect(config.losses(in: .compact, to: nil) == [.setting(.maxChannel), .capitals(key)])
        #expect(config.losses(in: .nested, to: nil) == [.setting(.wifiScanInterval)])
    }

    @Test("what the device itself has not is lost too")
    func device() {
        let held = DeviceConfig(settings: [.streamMode: 0], lists: [.ssid: []])
        #expect(
            config.losses(in: .nested, to: held) == [.setting(.wifiScanInterval), .setting(.maxChannel), .list(.mac)])
    }

    @Test("what a dialect can tell after all is what it encodes", arguments: ConfigDialect.allCases)
    func encoding(_ dialect: ConfigDialect) throws {
        let told = try ConfigReading(parsing: dialect.encode(config)).config
        let isWhole = told.settings == config.settings && told[.ssid] == config[.ssid]
        #expect(isWhole == config.losses(in: dialect, to: nil).isEmpty)
        #expect(dialect.expressible(config).losses(in: dialect, to: nil).isEmpty)
    }
}
