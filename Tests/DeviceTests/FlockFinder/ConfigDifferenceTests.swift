import FlockFinder
import Testing

struct ConfigDifferenceTests {
    private typealias Entry = DeviceConfig.Entry

    private func key(_ kind: PatternKind, _ text: String) -> Pattern.Key {
        Pattern.Key(kind, Entry(text, deviceType: ""))
    }

    @Test("order and spelling are no difference, and neither is what was not asked for")
    func same() {
        let wanted = DeviceConfig(
            settings: [.channelHopInterval: 500],
            lists: [.mac: [Entry("b4:1e:52", deviceType: "x"), Entry("58:8e:81", deviceType: "y")]])
        let found = DeviceConfig(
            settings: [.channelHopInterval: 500, .maxChannel: 13],
            lists: [
                .mac: [Entry("588E81", deviceType: "y"), Entry("B4:1E:52", deviceType: "x")],
                .ssid: [Entry("a", deviceType: "b")],
            ])
        #expect(wanted.differences(from: found, profile: nil).isEmpty)
        #expect(SyncOutcome(wanted: wanted, found: found, previous: nil, profile: nil) == .applied)
    }

    @Test("every difference is told by what it is")
    func each() {
        let wanted = DeviceConfig(
            settings: [.channelHopInterval: 500, .maxChannel: 11],
            lists: [
                .ssid: [
                    Entry("a", deviceType: "x"), Entry("b", deviceType: "x"),
                    Entry("c", deviceType: "x", isEnabled: false),
                ],
                .bleName: [],
            ])
        let found = DeviceConfig(
            version: 0, settings: [.channelHopInterval: 700],
            lists: [
                .ssid: [Entry("a", deviceType: "z"), Entry("c", deviceType: "x")],
                .bleName: [Entry("n", deviceType: "x")],
            ])
        #expect(
            wanted.differences(from: found, profile: nil) == [
                .version(wanted: 1, found: 0), .setting(.channelHopInterval, wanted: 500, found: 700),
                .setting(.maxChannel, wanted: 11, found: nil),
                .deviceType(key(.ssid, "a"), wanted: "x", found: "z"), .missing(key(.ssid, "b"), .unknown),
                .enabled(key(.ssid, "c"), wanted: false), .unexpected(key(.bleName, "n")),
            ])
    }

    @Test("what is missing from a list that is full was dropped by its limit")
    func limit() {
        let entries = (0..<35).map { Entry("n\($0)", deviceType: "x") }
        let wanted = DeviceConfig(lists: [.bleName: entries])
        let found = DeviceConfig(lists: [.bleName: Array(entries.prefix(30))])
        let differences = wanted.differences(from: found, profile: .named("real"))
        #expect(differences == entries.suffix(5).map { .missing(Pattern.Key(.bleName, $0), .limit(30)) })
    }

    @Test("an outcome says what the device holds: the new, the old, something else, or nobody knows")
    func outcomes() {
        func config(_ names: String...) -> DeviceConfig {
            DeviceConfig(lists: [.bleName: names.map { Entry($0, deviceType: "x") }])
        }
        func outcome(_ found: DeviceConfig?) -> SyncOutcome {
            SyncOutcome(wanted: config("new", "both"), found: found, previous: config("old", "both"), profile: nil)
        }
        #expect(outcome(config("both", "new")) == .applied)
        #expect(outcome(config("old", "both")) == .notApplied)
        #expect(outcome(config("both")) == .partiallyApplied)
        #expect(outcome(nil) == .unknown)
    }
}
