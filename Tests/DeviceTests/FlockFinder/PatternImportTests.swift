import FlockFinder
import Testing

struct PatternImportTests {
    private func entry(
        _ text: String, type: String = "Camera", caseSensitive: Bool = false, enabled: Bool = true,
        source: String? = nil
    ) throws -> PatternEntry {
        try PatternEntry(
            Pattern(.ssid, text, deviceType: type, isCaseSensitive: caseSensitive, isEnabled: enabled), source: source,
            confidence: 50)
    }

    private func plan(_ text: String, into existing: [PatternEntry], current: [ScanSetting: Int] = [:]) throws
        -> PatternImport
    {
        PatternImport(try PatternFile(parsing: Array(text.utf8)), into: existing, current: current)
    }

    private let compact = #"{"v":1,"ssid":[{"p":"Flock-","t":"Camera","e":true}]}"#

    @Test("what is not there is added, and what is the same is unchanged")
    func added() throws {
        let plan = try plan(compact, into: [])
        #expect(try plan.lines.map(\.outcome) == [.added(PatternEntry(Pattern(.ssid, "Flock-", deviceType: "Camera")))])
        let there = try entry("Flock-", source: "me")
        #expect(try self.plan(compact, into: [there]).lines.map(\.outcome) == [.unchanged(there)])
    }

    @Test("what a file does not tell stays as it is, capitals too")
    func untold() throws {
        let there = try entry("Flock-", type: "Old", caseSensitive: true, enabled: false, source: "me")
        let became = try entry("Flock-", caseSensitive: true, source: "me")
        #expect(try plan(compact, into: [there]).lines.map(\.outcome) == [.changed(from: there, to: became)])
    }

    @Test("where a file tells of capitals, they make another pattern")
    func capitals() throws {
        let nested =
            #"{"ssidPatterns":[{"pattern":"Flock-","deviceType":"Camera","caseSensitive":false,"enabled":true}]}"#
        let there = try entry("Flock-", caseSensitive: true)
        let plan = try plan(nested, into: [there])
        guard case .added(let entry) = plan.lines[0].outcome else {
            Issue.record("it is \(plan.lines[0].outcome)")
            return
        }
        #expect(!entry.pattern.isCaseSensitive)
    }

    @Test("an empty field of a sheet tells nothing")
    func emptyField() throws {
        let there = try entry("Flock-", source: "me")
        let plan = try plan("kind,pattern,type,source\nssid,Flock-,Camera,\n", into: [there])
        #expect(plan.lines.map(\.outcome) == [.unchanged(there)])
    }

    @Test("the same pattern in another spelling is repeated, and counts once")
    func repeated() throws {
        let plan = try plan(
            "kind,pattern,type\nble-uuid,0x180A,a\nble-uuid,0000180a-0000-1000-8000-00805f9b34fb,b\nble-uuid,180a,c\n",
            into: [])
        #expect(plan.lines.map(\.place) == [.line(2), .line(3), .line(4)])
        guard case .added(let first) = plan.lines[0].outcome else {
            Issue.record("it is \(plan.lines[0].outcome)")
            return
        }
        #expect(first.pattern.deviceType == "a")
        for line in plan.lines.dropFirst() {
            guard case .repeated(_, of: .line(2)) = line.outcome else {
                Issue.record("it is \(line.outcome)")
                return
            }
        }
    }

    @Test("settings that are as they are now, or as from the factory, do not change")
    func settings() throws {
        let text = #"{"v":1,"wsi":5000,"bsi":3000,"chi":600}"#
        let plan = try plan(text, into: [], current: [.bleScanInterval: 3000])
        #expect(plan.settings == [.wifiScanInterval: 5000, .channelHopInterval: 600])
        #expect(
            try self.plan(text, into: [], current: [.wifiScanInterval: 9000]).settings == [
                .wifiScanInterval: 5000, .bleScanInterval: 3000, .channelHopInterval: 600,
            ])
    }

    @Test("a row that is no pattern is refused where it stands")
    func refused() throws {
        let plan = try plan(#"{"v":1,"mac":[{"p":"x","t":"y"}]}"#, into: [])
        #expect(
            plan.lines == [PatternImport.Line(place: .index(.mac, 0), outcome: .refused(.pattern(.notAnAddress("x"))))])
    }
}
