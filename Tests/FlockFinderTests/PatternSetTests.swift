import FlockFinder
import Testing

struct PatternSetTests {
    private let bundle = PatternSet.bundled

    @Test("what comes with the program can be read, and no pattern is there twice")
    func bundled() {
        #expect(bundle.version == 1)
        #expect(bundle.sets.map(\.name) == ["standard", "sourced"])
        let keys = bundle.sets.flatMap(\.entries).map(\.pattern.key)
        #expect(keys.count == 76 && Set(keys).count == 76)
        #expect(bundle["standard"]?.entries.count == 53 && bundle["nothing"] == nil)
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

    @Test("every prefix of the lists that the design has is there", arguments: ["58:8e:81", "b4:1e:52", "b0:b2:1c"])
    func listed(_ text: String) throws {
        let key = try Pattern.Key(.mac, text)
        #expect(bundle["standard"]?.entries.contains { $0.pattern.key == key } == true)
    }

    @Test("of one text in three spellings, one alone is enabled")
    func flock() {
        let flocks = bundle.sets.flatMap(\.entries).map(\.pattern)
            .filter { $0.kind == .ssid && $0.text.lowercased() == "flock" }
        #expect(flocks.count == 3 && flocks.count(where: \.isEnabled) == 1)
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
