import Randomness
import FlockFinder
import Testing

struct NearDuplicatesTests {
    private func found(_ patterns: [Pattern]) -> [String] {
        NearDuplicates(patterns).found.map { "\($0.pattern.text) \($0.relation.rawValue) \($0.other.text)" }
    }

    private func ssid(_ text: String, caseSensitive: Bool = false, type: String = "x") throws -> Pattern {
        try Pattern(.ssid, text, deviceType: type, isCaseSensitive: caseSensitive)
    }

    @Test("of texts that differ in capitals alone, the first one covers the others")
    func capitals() throws {
        #expect(
            try found([ssid("flock"), ssid("Flock"), ssid("FLOCK")]) == [
                "Flock same-but-for-case flock", "FLOCK same-but-for-case flock",
            ])
    }

    @Test("where capitals count for one of them, the other one covers it, whichever comes first")
    func sensitive() throws {
        let expected = ["FS- same-but-for-case FS-"]
        #expect(try found([ssid("FS-", caseSensitive: true), ssid("FS-")]) == expected)
        #expect(try found([ssid("FS-"), ssid("FS-", caseSensitive: true)]) == expected)
        #expect(try found([ssid("fs-", caseSensitive: true), ssid("FS-", caseSensitive: true)]) == [])
    }

    @Test("a text that contains another one never matches alone")
    func contains() throws {
        #expect(try found([ssid("My Flock-7"), ssid("flock")]) == ["My Flock-7 contains flock"])
        #expect(try found([ssid("Flock"), ssid("Floc"), ssid("other")]) == ["Flock contains Floc"])
    }

    @Test("a part whose capitals count covers only what has the same and whose capitals count")
    func sensitivePart() throws {
        let part = try ssid("FS", caseSensitive: true)
        #expect(try found([part, ssid("FS-1")]) == [])
        #expect(try found([part, ssid("fs-1", caseSensitive: true)]) == [])
        #expect(try found([part, ssid("FS-1", caseSensitive: true)]) == ["FS-1 contains FS"])
    }

    @Test("names of networks and of devices are not compared with one another")
    func kinds() throws {
        #expect(try found([ssid("Flock"), Pattern(.bleName, "Flock-7", deviceType: "x")]) == [])
    }

    @Test("of several that cover a pattern, one that is enabled is told")
    func enabledFirst() throws {
        var parts = try ["flo", "flock"].map { try ssid($0) }
        parts[0].isEnabled = false
        #expect(try found(parts + [ssid("Flock-")]).last == "Flock- contains flock")
        var prefixes = try ["b4:1e:52", "b4:1e:52:a"].map { try Pattern(.mac, $0, deviceType: "x") }
        prefixes[0].isEnabled = false
        let longest = try Pattern(.mac, "b4:1e:52:a0", deviceType: "x")
        #expect(found(prefixes + [longest]).last == "b4:1e:52:a0 longer-prefix b4:1e:52:a")
    }

    @Test("long names are compared as wholes, and looked through for short ones")
    func long() throws {
        let texts = [
            String(repeating: "a", count: 33), String(repeating: "A", count: 33), String(repeating: "a", count: 34),
        ]
        func names(_ texts: [String]) throws -> [Pattern] {
            try texts.map { try Pattern(.bleName, $0, deviceType: "x") }
        }
        #expect(try found(names(texts)) == ["\(texts[1]) same-but-for-case \(texts[0])"])
        #expect(try found(names(["aaa", texts[2]])) == ["\(texts[2]) contains aaa"])
    }

    @Test("an address prefix that another one begins never matches alone")
    func prefixes() throws {
        let texts = ["b4:1e:52:a", "b4:1e:52", "b4:1e:52:a0", "b4:1e:53", "b4:1e:52:b0:c1:d2"]
        let patterns = try texts.map { try Pattern(.mac, $0, deviceType: "x") }
        #expect(
            found(patterns) == [
                "b4:1e:52:a longer-prefix b4:1e:52", "b4:1e:52:a0 longer-prefix b4:1e:52",
                "b4:1e:52:b0:c1:d2 longer-prefix b4:1e:52",
            ])
    }

    @Test("one text that means two types is told, across kinds too")
    func types() throws {
        let name = try Pattern(.bleName, "fs ext battery", deviceType: "Battery")
        #expect(
            try found([ssid("FS Ext Battery", type: "Camera"), name]) == ["fs ext battery other-type FS Ext Battery"])
        #expect(try found([ssid("FS Ext Battery", type: "Battery"), name]) == [])
    }

    @Test("what concerns some patterns can be asked for, on whichever side they are")
    func about() throws {
        let patterns = try ["flock", "Flock-", "other", "Other"].map { try ssid($0) }
        let near = NearDuplicates(patterns)
        #expect(near.found.count == 2)
        #expect(near.about([patterns[0].key]).map(\.pattern.text) == ["Flock-"])
        #expect(near.about([patterns[3].key]).map(\.pattern.text) == ["Other"])
        #expect(near.about([]).isEmpty)
    }

    @Test(
        "whatever the texts are, the same are found as by comparing each with each", arguments: 0..<100 as Range<UInt64>
    )
    func oracle(_ seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var patterns: [Pattern] = []
        var keys: Set<Pattern.Key> = []
        for _ in 0..<40 {
            let text = String(
                (0..<Int.random(in: 1...5, using: &random)).map { _ in
                    "abA".randomElement(using: &random) ?? "a"
                })
            let pattern = try ssid(text, caseSensitive: Bool.random(using: &random))
            if keys.insert(pattern.key).inserted { patterns.append(pattern) }
        }
        func covers(_ one: Int, _ other: Int) -> Bool {
            let (a, b) = (patterns[one], patterns[other])
            guard one != other else { return false }
            if a.isCaseSensitive {
                return b.isCaseSensitive && a.text != b.text && b.text.contains(a.text)
            }
            guard b.text.lowercased().contains(a.text.lowercased()) else { return false }
            return a.text.lowercased() != b.text.lowercased() || b.isCaseSensitive || one < other
        }
        let expected = patterns.indices.filter { index in patterns.indices.contains { covers($0, index) } }
        #expect(NearDuplicates(patterns).found.map(\.pattern) == expected.map { patterns[$0] })
    }
}
