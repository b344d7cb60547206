import FlockFinder
import Testing

struct PatternTests {
    @Test(
        "an address prefix in any usual spelling is one",
        arguments: ["b4:1e:52", "B4-1E-52", "b41e52", "B41E.52", "b4 1e 52", "b4:1e:52:"])
    func addressSpellings(_ text: String) throws {
        #expect(try Pattern.normalised(text, .mac) == "b4:1e:52")
    }

    @Test(
        "prefixes of other lengths than an OUI are kept",
        arguments: [("b4:1e:52:a", "b4:1e:52:a"), ("B41E52A0C1D2", "b4:1e:52:a0:c1:d2")])
    func longerPrefixes(_ text: String, _ spelled: String) throws {
        #expect(try Pattern.normalised(text, .mac) == spelled)
    }

    @Test(
        "what is no beginning of an address is refused",
        arguments: [
            "b4:1e", "b4:1e:5", "b4:1e:5g", "b4::1e:52", ":b4:1e:52", "b41e52a0c1d2e", "b4:1e:5:2", "0:e0:4c:1:2:3",
            "b4:1e52", "b41e:52:a0c1",
            "٠٠:٠٠:٠٠",
        ])
    func noAddresses(_ text: String) {
        #expect(throws: PatternFault.notAnAddress(text)) { try Pattern.normalised(text, .mac) }
    }

    @Test(
        "a UUID in any usual spelling is one",
        arguments: [
            "180a", "180A", "0x180a", "0000180a", "0000180a-0000-1000-8000-00805f9b34fb",
            "0000180A00001000800000805F9B34FB",
        ])
    func uuidSpellings(_ text: String) throws {
        #expect(try Pattern.normalised(text, .bleUUID) == "180a")
    }

    @Test("what is no UUID is refused", arguments: ["18", "180ag", "0x", "7b183224-9168-443e-a927-7aeea07e810"])
    func noUUIDs(_ text: String) {
        #expect(throws: PatternFault.notAUUID(text)) { try Pattern.normalised(text, .bleUUID) }
    }

    @Test("a company in any usual spelling is one", arguments: ["09C8", "0x09c8", "0x9c8"])
    func companySpellings(_ text: String) throws {
        #expect(try Pattern.normalised(text, .bleManufacturer) == "09c8")
    }

    @Test("what is no company is refused", arguments: ["9c8", "0x", "0x109c8", "2504a"])
    func noCompanies(_ text: String) {
        #expect(throws: PatternFault.notACompany(text)) { try Pattern.normalised(text, .bleManufacturer) }
    }

    @Test("an empty text would match everything", arguments: PatternKind.allCases)
    func empty(_ kind: PatternKind) {
        #expect(throws: PatternFault.empty) { try Pattern.normalised("", kind) }
    }

    @Test("an SSID has at most 32 bytes, however many characters those are")
    func longNetworkName() throws {
        #expect(try Pattern.normalised(String(repeating: "ü", count: 16), .ssid).utf8.count == 32)
        let long = String(repeating: "ü", count: 16) + "x"
        #expect(throws: PatternFault.long(long, length: 33, limit: 32)) { try Pattern.normalised(long, .ssid) }
    }

    @Test("control characters are refused, and a NUL first of all", arguments: ["Flock\0", "Flo\nck", "Flock\u{7F}"])
    func controlCharacters(_ text: String) {
        #expect(throws: PatternFault.controlCharacter(text)) { try Pattern.normalised(text, .ssid) }
        #expect(throws: PatternFault.controlCharacter(text)) { try Pattern(.mac, "b41e52", deviceType: text) }
    }

    @Test("only an SSID can be case-sensitive")
    func caseSensitivity() throws {
        #expect(try Pattern(.ssid, "FS-", deviceType: "x", isCaseSensitive: true).isCaseSensitive)
        #expect(try !Pattern(.bleName, "FS-", deviceType: "x", isCaseSensitive: true).isCaseSensitive)
    }

    @Test("a device type has 1 to 64 bytes")
    func deviceTypes() throws {
        #expect(throws: PatternFault.emptyDeviceType) { try Pattern(.ssid, "x", deviceType: "") }
        let long = String(repeating: "x", count: 65)
        #expect(throws: PatternFault.longDeviceType(long, length: 65)) { try Pattern(.ssid, "x", deviceType: long) }
    }
}
