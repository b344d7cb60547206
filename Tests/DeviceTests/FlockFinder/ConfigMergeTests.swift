import FlockFinder
import Testing

struct ConfigMergeTests {
    private typealias Entry = DeviceConfig.Entry

    private func config(_ names: [String: String], hop: Int? = nil, disabled: [String] = []) -> DeviceConfig {
        let entries = names.sorted { $0.key < $1.key }.map { Entry($0.key, deviceType: $0.value) }
        let off = disabled.map { Entry($0, deviceType: "x", isEnabled: false) }
        return DeviceConfig(settings: hop.map { [.channelHopInterval: $0] } ?? [:], lists: [.bleName: entries + off])
    }

    private func names(_ config: DeviceConfig) -> [String: String] {
        Dictionary(uniqueKeysWithValues: config[.bleName].map { ($0.text, $0.deviceType) })
    }

    private func key(_ text: String) -> ConfigMerge.Item { .entry(Pattern.Key(.bleName, Entry(text, deviceType: ""))) }

    /// Every way in which the three sides can have an entry or lack it.
    @Test(
        "an entry goes the way of the side that changed it",
        arguments: [
            // base, host, device, merged; nil = absent
            (nil, nil, "a", "a"), (nil, "a", nil, "a"), (nil, "a", "a", "a"), ("a", "a", "a", "a"),
            ("a", nil, "a", nil),
            ("a", "a", nil, nil), ("a", nil, nil, nil), ("a", "b", "a", "b"), ("a", "a", "b", "b"),
            ("a", "b", "b", "b"),
        ] as [(String?, String?, String?, String?)])
    func oneSide(_ base: String?, _ host: String?, _ device: String?, _ merged: String?) {
        func side(_ type: String?) -> DeviceConfig { config(type.map { ["n": $0] } ?? [:]) }
        let merge = ConfigMerge(base: side(base), host: side(host), device: side(device))
        #expect(names(merge.merged)["n"] == merged)
        #expect(names(merge.base) == names(merge.merged))
        #expect(merge.conflicts.isEmpty)
        #expect(merge.toHost.count == (host == merged ? 0 : 1))
        #expect(merge.toDevice.count == (device == merged ? 0 : 1))
    }

    @Test(
        "what both have changed is left as it is on either side, until somebody says whose word counts",
        arguments: [("a", "b", "c"), ("a", nil, "c"), ("a", "b", nil), (nil, "b", "c")] as [(String?, String?, String?)]
    )
    func conflict(_ base: String?, _ host: String?, _ device: String?) {
        func side(_ type: String?) -> DeviceConfig { config(type.map { ["n": $0] } ?? [:]) }
        let merge = ConfigMerge(base: side(base), host: side(host), device: side(device))
        func value(_ type: String?) -> ConfigMerge.Value? { type.map { .deviceType($0) } }
        #expect(
            merge.conflicts == [
                .init(item: key("n"), base: value(base), host: value(host), device: value(device))
            ])
        #expect(names(merge.merged)["n"] == device)
        #expect(names(merge.base)["n"] == base)
        #expect(merge.toHost.isEmpty && merge.toDevice.isEmpty)
        let ours = ConfigMerge(base: side(base), host: side(host), device: side(device), prefer: .host)
        #expect(names(ours.merged)["n"] == host)
        #expect(ours.toDevice.count == 1 && ours.toHost.isEmpty && ours.conflicts.isEmpty)
        let theirs = ConfigMerge(base: side(base), host: side(host), device: side(device), prefer: .device)
        #expect(names(theirs.merged)["n"] == device)
        #expect(theirs.toHost.count == 1 && theirs.toDevice.isEmpty && theirs.conflicts.isEmpty)
    }

    @Test("without a base nothing was removed, and other numbers are a conflict")
    func neverAgreed() {
        let merge = ConfigMerge(
            base: nil, host: config(["h": "x"], hop: 300), device: config(["d": "x"], hop: 500))
        #expect(names(merge.merged) == ["h": "x", "d": "x"])
        #expect(
            merge.conflicts == [
                .init(item: .setting(.channelHopInterval), base: nil, host: .number(300), device: .number(500))
            ])
        #expect(merge.merged.settings == [.channelHopInterval: 500])
        #expect(merge.base.settings.isEmpty)
    }

    @Test("a setting that the host says nothing of stays as it is")
    func silentHost() {
        let merge = ConfigMerge(base: config([:], hop: 500), host: config([:]), device: config([:], hop: 700))
        #expect(merge.merged.settings == [.channelHopInterval: 700])
        #expect(merge.toHost.isEmpty && merge.toDevice.isEmpty && merge.conflicts.isEmpty)
    }

    @Test("a setting that the device does not tell of is not sent")
    func unknownSetting() {
        let merge = ConfigMerge(base: nil, host: config([:], hop: 300), device: config([:]))
        #expect(merge.merged.settings.isEmpty && merge.conflicts.isEmpty)
    }

    @Test("what the host has disabled stays on the device, disabled, and what it does not have goes")
    func disabled() {
        let device = config(["n": "x", "m": "x"], disabled: ["off"])
        let merge = ConfigMerge(base: device, host: config([:], disabled: ["n", "new"]), device: device)
        #expect(
            merge.merged[.bleName].map(\.text) == ["n", "off", "new"]
                && merge.merged[.bleName].allSatisfy { !$0.isEnabled })
        #expect(
            Set(merge.toDevice) == [
                .init(item: key("n"), from: .deviceType("x"), to: nil),
                .init(item: key("m"), from: .deviceType("x"), to: nil),
            ])
        let again = ConfigMerge(base: device, host: config(["off": "y"]), device: config([:], disabled: ["off"]))
        #expect(again.merged[.bleName] == [Entry("off", deviceType: "y")])
        // Of two equal entries, the enabled one counts.
        let twice = ConfigMerge(base: nil, host: config([:]), device: config(["n": "x"], disabled: ["n"]))
        #expect(twice.merged[.bleName] == [Entry("n", deviceType: "x")])
    }

    @Test("another spelling of the same thing is no difference")
    func spellings() {
        let host = DeviceConfig(lists: [.bleUUID: [Entry("180a", deviceType: "Raven")]])
        let device = DeviceConfig(
            lists: [.bleUUID: [Entry("0000180A-0000-1000-8000-00805F9B34FB", deviceType: "Raven")]])
        let merge = ConfigMerge(base: nil, host: host, device: device)
        #expect(merge.toHost.isEmpty && merge.toDevice.isEmpty && merge.conflicts.isEmpty)
        #expect(merge.merged[.bleUUID].count == 1)
    }

    @Test("a second merge of what was merged changes nothing")
    func idempotent() {
        let merge = ConfigMerge(
            base: config(["a": "1", "b": "1", "c": "1"], hop: 500),
            host: config(["a": "2", "b": "1", "d": "1"], hop: 300),
            device: config(["a": "1", "c": "1", "e": "1"], hop: 500))
        #expect(names(merge.merged) == ["a": "2", "d": "1", "e": "1"])
        let again = ConfigMerge(base: merge.base, host: merge.merged, device: merge.merged)
        #expect(again.toHost.isEmpty && again.toDevice.isEmpty && again.conflicts.isEmpty)
        #expect(again.merged == merge.merged)
    }
}
