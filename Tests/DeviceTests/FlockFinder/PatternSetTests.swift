import FlockFinder
import Testing

struct PatternSetTests {
    private let bundle = PatternSet.bundled

    @Test("what comes with the program can be read, and no pattern is there twice")
    func bundled() {
        #expect(bundle.version == 2)
        #expect(bundle.sets.map(\.name) == ["standard", "sourced"])
        let keys = bundle.sets.flatMap(\.entries).map(\.pattern.key)
        #expect(keys.count == 79 && Set(keys).count == 79)
        #expect(bundle["standard"]?.entries.count == 57 && bundle["nothing"] == nil)
    }

    @Test("what has no source says so and is disabled, and so are false positives")
    func unsourced() {
        for entry in bundle.sets.flatMap(\.entries) {
            let details = entry.details ?? ""
            #expect((entry.source == nil) == details.hasPrefix("Unsourced"), "\(entry.pattern.text)")
            if entry.source == nil || details.hasPrefix("A false positive") {
                #expect(!entry.pattern.isEnabled, "\(entry.pattern.text)")
            }
            #expect((entry.source == nil) == (entry.confidence == nil), "\(entry.pattern.text)")
        }
    }

    /// Both lists of the design, by kind.
    private static let listed: [(kind: PatternKind, texts: [String])] = [
        (
            .ssid,
            [
                "Flock-", "FS-", "FlockSafety", "ALPRCam", "Penguin-", "Pigvision", "L5Q", "M500", "flock", "Flock",
                "FLOCK",
                "Penguin",
            ]
        ),
        (
            .mac,
            [
                "b0:b2:1c", "34:94:54", "00:e0:4c", "a4:e5:7c", "00:60:35", "00:14:3e", "58:8e:81", "cc:cc:cc",
                "ec:1b:bd",
                "90:35:ea", "04:0d:84", "f0:82:c0", "1c:34:f1", "38:5b:44", "94:34:69", "b4:e3:f9", "70:c9:4e",
                "3c:91:80",
                "d8:f3:bc", "80:30:49", "14:5a:fc", "74:4c:a1", "08:3a:88", "9c:2f:9d", "94:08:53", "e4:aa:ea",
                "b4:1e:52",
            ]
        ),
        (.bleName, ["FS Ext Battery", "Flock", "Penguin", "Pigvision", "Penguin-"]),
        (
            .bleUUID,
            [
                "7b183224-9168-443e-a927-7aeea07e8105", "180a", "affe", "b007", "3100", "3200", "3300", "3400", "3500",
                "1809",
                "1819",
            ]
        ),
    ]

    @Test("everything that the lists of the design have is there", arguments: listed.indices)
    func isListed(_ index: Int) throws {
        let (kind, texts) = Self.listed[index]
        let there = Set(bundle["standard"]?.entries.map(\.pattern.key) ?? [])
        for text in texts { #expect(there.contains(try Pattern.Key(kind, text)), "\(text)") }
        #expect(there.contains(try Pattern.Key(.ssid, "FS Ext Battery", isCaseSensitive: true)))
    }

    @Test("what is sourced only as a Bluetooth name, or as the beginning of a name, is no network's")
    func flock() {
        let flocks = bundle.sets.flatMap(\.entries).map(\.pattern)
            .filter { $0.kind == .ssid && ["flock", "fs ext battery"].contains($0.text.lowercased()) }
        #expect(flocks.count == 4 && flocks.allSatisfy { !$0.isEnabled })
    }

    @Test("what is enabled of both sets fits into every kind of device", arguments: DeviceProfile.bundled)
    func fits(_ profile: DeviceProfile) {
        var config = DeviceConfig()
        for setting in ScanSetting.allCases { config.settings[setting] = setting.factoryValue }
        for pattern in bundle.sets.flatMap(\.entries).map(\.pattern)
        where pattern.isEnabled && PatternKind.onDevices.contains(pattern.kind) {
            config.lists[pattern.kind, default: []].append(DeviceConfig.Entry(pattern))
        }
        #expect(profile.excesses(of: config) == [])
    }
}
