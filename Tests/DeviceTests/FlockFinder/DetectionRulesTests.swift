import FlockFinder
import Testing

struct DetectionRulesTests {
    @Test(
        "where a pattern says nothing, the method says how far it is to be trusted",
        arguments: [
            (PatternKind.ssid, DetectionRadio.wifi, 90), (.mac, .wifi, 85), (.mac, .bluetooth, 90),
            (.bleName, .bluetooth, 85), (.bleUUID, .bluetooth, 100), (.bleManufacturer, .bluetooth, 90),
        ])
    func byMethod(_ kind: PatternKind, _ radio: DetectionRadio, _ confidence: Int) throws {
        let rules = DetectionRules([DetectionRule(try pattern(kind))])
        #expect(rules.verdict([PatternMatch(index: 0, kind: kind)], over: radio)?.confidence == confidence)
    }

    @Test("a pattern's own word counts before the method's, above and below it", arguments: [5, 99])
    func ownWord(_ confidence: Int) throws {
        let rules = DetectionRules([DetectionRule(try pattern(.bleName), confidence: confidence)])
        let verdict = rules.verdict([PatternMatch(index: 0, kind: .bleName)], over: .bluetooth)
        #expect(verdict?.confidence == confidence)
    }

    @Test("of several matches the highest counts, and its type comes first")
    func highest() throws {
        let rules = DetectionRules([
            DetectionRule(try pattern(.bleName, type: "Unsure"), confidence: 30),
            DetectionRule(try pattern(.mac, type: "Sure")),
            DetectionRule(try pattern(.bleUUID, type: "Doubtful"), confidence: 10),
            DetectionRule(try pattern(.bleManufacturer, type: "Unsure")),
        ])
        let matches = [PatternKind.bleName, .mac, .bleUUID, .bleManufacturer].enumerated().map {
            PatternMatch(index: $0.offset, kind: $0.element)
        }
        #expect(
            rules.verdict(matches, over: .bluetooth)
                == DetectionVerdict(
                    methods: [.bleMAC, .bleName, .bleUUID, .bleManufacturer],
                    types: [
                        DetectedType("Sure", confidence: 90), DetectedType("Unsure", confidence: 90),
                        DetectedType("Doubtful", confidence: 10),
                    ]))
    }

    @Test("nothing is said of a device without a match, nor by a match of another set")
    func nothing() throws {
        let rules = DetectionRules([DetectionRule(try pattern(.ssid))])
        #expect(rules.verdict([], over: .wifi) == nil)
        #expect(rules.verdict([PatternMatch(index: 7, kind: .ssid)], over: .wifi) == nil)
        #expect(DetectionRules().isEmpty)
    }

    @Test(
        "tiers begin at 60 and 85 percent",
        arguments: [
            (0, DetectionTier.low), (59, .low), (60, .medium), (84, .medium), (85, .high), (100, .high), (-1, .low),
        ])
    func tiers(_ confidence: Int, _ tier: DetectionTier) {
        #expect(DetectionTier(confidence: confidence) == tier)
    }

    private func pattern(_ kind: PatternKind, type: String = "Camera") throws -> Pattern {
        let texts: [PatternKind: String] = [
            .ssid: "Flock-", .mac: "b41e52", .bleName: "FS", .bleUUID: "3100", .bleManufacturer: "09c8",
        ]
        return try Pattern(kind, texts[kind] ?? "", deviceType: type)
    }
}
