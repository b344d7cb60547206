import Testing

@testable import Advertising

private func parsed(_ serviceData: String) -> BeaconFrame? {
    BeaconFrame(uuid: .eddystone, payload: bytes(serviceData).span.bytes)
}

@Suite("beacon formats")
struct BeaconFormatTests {
    @Test("what is built is what is parsed", arguments: Vector.all.compactMap(\.beacon))
    func roundTrip(beacon: BeaconFrame) throws {
        var builder = AdvertBuilder()
        try builder.append(beacon)
        #expect(ParsedAdvert(builder.data).beacon == beacon)
    }

    @Test("power keeps its sign at both ends", arguments: [Int8.min, -1, 0, 1, .max])
    func power(dBm: Int8) throws {
        let id = identity("2F234454-CF6D-4A0F-ADF2-F4911BA9FFA6/1/2")
        for beacon in [
            BeaconFrame.iBeacon(IBeacon(identity: id, measuredPowerDBm: dBm)),
            .altBeacon(AltBeacon(companyID: 0xFFFF, identity: id, measuredPowerDBm: dBm)),
            .eddystoneUID(EddystoneUID(id: .max, powerAt0mDBm: dBm)),
            .eddystoneEID(EddystoneEID(ephemeralID: .max, powerAt0mDBm: dBm)),
        ] {
            try roundTrip(beacon: beacon)
        }
    }

    @Test("namespace and instance are ten and six bytes")
    func uidText() {
        let uid = EddystoneUID(id: 0x0234_5678_9012_3467_8901_0000_0000_0001, powerAt0mDBm: 0)
        #expect(uid.namespace == "02345678901234678901")
        #expect(uid.instance == "000000000001")
    }

    @Test("a UID without its reserved bytes is taken")
    func uidWithoutReserved() {
        #expect(
            parsed("00e3 12345678901234678901 000000000001") == Vector.all.first { $0.name == "Eddystone UID" }?.beacon)
    }

    @Test(
        "addresses are compressed as the format says",
        arguments: [
            ("https://github.com/citruz", "03 676974687562 00 63697472757a"), ("http://www.a.com", "00 61 07"),
            ("https://www.a.org/b", "01 61 01 62"), ("http://a.info", "02 61 0b"), ("https://x.gov/", "03 78 06"),
            ("https://a.combo", "03 61 07 626f"),
        ])
    func urls(url: String, hex: String) throws {
        let frame = try #require(EddystoneURL(url: url, powerAt0mDBm: 0))
        #expect(Array(frame.serviceData.bytes) == bytes("1000" + hex))
        #expect(parsed("1000" + hex) == .eddystoneURL(frame))
    }

    @Test("each scheme and expansion code has its text")
    func urlCodes() {
        for scheme: UInt8 in 0...3 {
            for code: UInt8 in 0...13 {
                guard case .eddystoneURL(let frame) = parsed("1000" + Hexadecimal.text([scheme, 0x61, code])) else {
                    Issue.record("scheme \(scheme), code \(code) not taken")
                    continue
                }
                #expect(EddystoneURL(url: frame.url, powerAt0mDBm: 0) == frame)
            }
        }
    }

    @Test(
        "reserved URL codes are refused",
        arguments: ["10000461", "1000000e", "10000020", "1000007f", "100000ff", "100000"])
    func badURLs(hex: String) {
        #expect(parsed(hex) == nil)
    }

    @Test(
        "an address that does not fit is refused",
        arguments: [
            "", "https://", "ftp://a.com", "github.com", "https://a b", "https://ä.com", "https://a\r\n",
            "https://12345678901234567x",
        ])
    func unfitURLs(url: String) {
        #expect(EddystoneURL(url: url, powerAt0mDBm: 0) == nil)
    }

    @Test("seventeen bytes of address fit")
    func longestURL() {
        #expect(EddystoneURL(url: "https://12345678901234567", powerAt0mDBm: 0)?.serviceData.bytes.count == 20)
    }

    @Test("telemetry that is not measured is nil")
    func telemetry() {
        #expect(
            parsed("2000 0000 8000 00000001 00000002")
                == .eddystoneTLM(
                    EddystoneTLM(batteryMillivolts: nil, temperatureCelsius: nil, advertCount: 1, uptimeTenths: 2)))
    }

    @Test("of encrypted telemetry, salt and check may be missing, and nothing else")
    func encryptedTelemetry() throws {
        guard case .eddystoneETLM(let frame) = parsed("2001 4141414142424242434343 44 dead beff") else {
            Issue.record("not taken")
            return
        }
        #expect(frame.encryptedTelemetry == "414141414242424243434344")
        #expect(frame.salt == 0xDEAD && frame.integrityCheck == 0xBEFF)
        guard case .eddystoneETLM(let cut) = parsed("2001 4141414142424242434343 44 dead be") else {
            Issue.record("not taken")
            return
        }
        #expect(cut.salt == nil && cut.integrityCheck == nil)
        #expect(parsed("2001 4141414142424242434343") == nil)
    }

    @Test(
        "temperatures are in steps of 1/256, and those out of range are not measured",
        arguments: [(-0.5, -0.5), (127.99609375, 127.99609375), (-127, -127), (128, nil), (-300, nil), (.nan, nil)]
            as [(Double, Double?)])
    func temperatures(given: Double, read: Double?) {
        let frame = EddystoneTLM(
            batteryMillivolts: 1, temperatureCelsius: given, advertCount: 0, uptimeTenths: 0)
        let payload = frame.serviceData.bytes
        #expect(EddystoneTLM(uuid: .eddystone, payload: payload.span.bytes)?.temperatureCelsius == read)
    }

    @Test("the carrier matters: another company or service is not that beacon")
    func carriers() {
        #expect(ParsedAdvert(bytes("1aff4d000215 41424344454647484940414243444546 0001 0002 f8")).beacon == nil)
        #expect(ParsedAdvert(bytes("0d16abfe30e3 4549445f74657374")).beacon == nil)
    }
}
