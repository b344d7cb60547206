import FlockFinder
import Testing

struct PatternKeyTests {
    @Test("every spelling of a pattern has one key")
    func spellings() throws {
        #expect(try Pattern.Key(.mac, "B4-1E-52") == Pattern(.mac, "b41e52", deviceType: "x").key)
        #expect(try Pattern.Key(.bleUUID, "0x180A").text == "180a")
    }

    @Test("capitals make another key of an SSID, and of nothing else")
    func capitals() throws {
        #expect(try Pattern.Key(.ssid, "FS-", isCaseSensitive: true) != Pattern.Key(.ssid, "FS-"))
        #expect(try Pattern.Key(.bleName, "FS-", isCaseSensitive: true) == Pattern.Key(.bleName, "FS-"))
    }

    @Test("what is no pattern has no key")
    func fault() {
        #expect(throws: PatternFault.empty) { try Pattern.Key(.ssid, "") }
    }
}
