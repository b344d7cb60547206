import FlockFinder
import Testing

@Suite struct ConfigLossTests {
    private let document: DeviceProfile
    private let dongle: DeviceProfile
    private let real: DeviceProfile

    init() throws {
        document = try #require(.named("document"))
        dongle = try #require(.named("dongle"))
        real = try #require(.named("real"))
    }

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
        #expect(config.losses(on: document, to: nil) == [.setting(.maxChannel), .capitals(key)])
        #expect(config.losses(on: dongle, to: nil) == [.setting(.wifiScanInterval)])
    }

    @Test("what the device itself has not is lost too")
    func device() {
        let held = DeviceConfig(settings: [.streamMode: 0], lists: [.ssid: []])
        #expect(
            config.losses(on: dongle, to: held) == [.setting(.wifiScanInterval), .setting(.maxChannel), .list(.mac)])
    }

    @Test("networks' names are lost on the firmware as it is built, where any is enabled")
    func deaf() {
        #expect(config.losses(on: real, to: nil) == [.setting(.wifiScanInterval), .deaf(.ssid)])
        #expect(
            DeviceConfig(lists: [.ssid: [.init("Off", deviceType: "T", isEnabled: false)]]).losses(on: real, to: nil)
                .isEmpty)
    }

    @Test("what a dialect can tell after all is what it encodes", arguments: ConfigDialect.allCases)
    func encoding(_ dialect: ConfigDialect) throws {
        let told = try ConfigReading(parsing: dialect.encode(config)).config
        let isWhole = told.settings == config.settings && told[.ssid] == config[.ssid]
        let profile = dialect == .compact ? document : dongle
        #expect(isWhole == config.losses(on: profile, to: nil).isEmpty)
        #expect(dialect.expressible(config).losses(on: profile, to: nil).isEmpty)
    }
}
