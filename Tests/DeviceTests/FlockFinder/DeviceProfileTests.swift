import FlockFinder
import Testing

struct DeviceProfileTests {
    private typealias Entry = DeviceConfig.Entry

    private func addresses(_ count: Int) -> DeviceConfig {
        DeviceConfig(
            lists: [
                .mac: (0..<count).map { index in
                    let hex = String(0x100_0000 + index, radix: 16).dropFirst()
                    return Entry(
                        "\(hex.prefix(2)):\(hex.dropFirst(2).prefix(2)):\(hex.suffix(2))", deviceType: "Flock Safety")
                }
            ])
    }

    @Test("the bundled profiles are read, and each dialect has its device")
    func bundled() throws {
        #expect(DeviceProfile.bundled.map(\.name) == ["real", "document", "dongle"])
        #expect(DeviceProfile.speaking(.nested)?.name == "real")
        #expect(DeviceProfile.speaking(.compact)?.name == "document")
        let real = try #require(DeviceProfile.named("real"))
        #expect(real.entries == [.ssid: 30, .mac: 100, .bleName: 30, .bleUUID: 20])
        #expect(real.savedBytes == 3_999 && real.poolBytes == 8_192 && real.textBytes == nil)
        let document = try #require(DeviceProfile.named("document"))
        #expect(document.entries.values.allSatisfy { $0 == 50 } && document.textBytes == 8_192)
    }

    @Test(
        "what a kind of device can hold of a setting can be set, and what the firmware keeps in so many bits fits into them"
    )
    func ranges() throws {
        for profile in DeviceProfile.bundled {
            for setting in profile.dialect.settings {
                let range = profile.range(of: setting)
                #expect(setting.range.contains(range.lowerBound) && setting.range.contains(range.upperBound))
                #expect(range.contains(setting.factoryValue), "\(profile.name) \(setting)")
            }
        }
        let real = try #require(DeviceProfile.named("real"))
        #expect(real.range(of: .detectionTimeout).upperBound == Int(Int32.max))
        for setting in [ScanSetting.bleScanInterval, .channelHopInterval, .heartbeatInterval] {
            #expect(real.range(of: setting).upperBound == Int(UInt16.max))
        }
        #expect(real.range(of: .bleScanDuration).upperBound == Int(UInt8.max))
    }

    @Test("one entry more than a list keeps is too many, and the least important one is named")
    func entries() throws {
        let profile = try #require(DeviceProfile.named("document"))
        #expect(profile.excesses(of: addresses(50)).isEmpty)
        let config = addresses(51)
        let seventh = Pattern.Key(.mac, config[.mac][6])
        let excesses = profile.excesses(of: config) { $0 == seventh ? -1 : 0 }
        #expect(excesses == [.init(limit: .entries(.mac), count: 51, most: 50, toDisable: [seventh])])
    }

    @Test(
        "105 address prefixes alone, or 86 beside the other lists from the factory, with short UUIDs, are all that the firmware has memory for"
    )
    func pool() throws {
        let profile = try #require(DeviceProfile.named("real"))
        let factory = try ConfigReading(fromDevice: DeviceProfile.factory).config
        func most(beside config: DeviceConfig) -> Int? {
            (1...120).last { count in
                var config = config
                config.lists[.mac] = addresses(count)[.mac]
                return !profile.excesses(of: config).contains { $0.limit == .pool }
            }
        }
        var alone = factory
        alone.lists = [.ssid: [], .bleName: [], .bleUUID: []]
        #expect(most(beside: alone) == 105)
        // Factory UUIDs are spelled short, which leaves room for four more.
        #expect(most(beside: factory) == 86)
    }

    @Test("what is left after disabling what was named fits, and one less would not do")
    func suggestion() throws {
        let profile = try #require(DeviceProfile.named("real"))
        let config = addresses(90)
        let excess = try #require(profile.excesses(of: config).first { $0.limit == .saved })
        #expect(excess.count > 3_999 && excess.most == 3_999)
        func left(_ gone: some Sequence<Pattern.Key>) -> Int {
            let gone = Set(gone)
            var rest = config
            rest.lists[.mac] = config[.mac].filter { !gone.contains(Pattern.Key(.mac, $0)) }
            return ConfigDialect.nested.encode(rest).count
        }
        #expect(left(excess.toDisable) <= 3_999)
        #expect(left(excess.toDisable.dropLast()) > 3_999)
    }

    @Test("what a certain device takes counts where it is less")
    func largest() throws {
        let profile = try #require(DeviceProfile.named("dongle"))
        #expect(profile.excesses(of: addresses(90)).isEmpty)
        #expect(profile.excesses(of: addresses(90), largestText: 4_096).map(\.limit) == [.text])
    }
}
