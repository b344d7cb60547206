import Advertising
import Testing

@testable import CP28

@Suite struct ConfigurationStepTests {
    /// Packets derived from the owner's document with another program.
    private static let packets = [
        "4e4f71075461626c6520373f",
        "4e4f110011",
        "4e4f610061",
        "4e4f7701c5b3",
        "4e4f7801057c",
        "4e4f7901047c",
        "4e4f120012",
        "4e4f620062",
        "4e4f74105e1f7a103c2b4d9e8a770b6c1d2e3f405d",
        "4e4f750204b1c2",
        "4e4f7602000773",
        "4e4f7701c5b3",
        "4e4f7801057c",
        "4e4f7901047c",
        "4e4fa000a0",
        "4e4f130013",
        "4e4fff00ff",
        "4e4f140014",
        "4e4fff00ff",
        "4e4f150015",
        "4e4fff00ff",
        "4e4f160016",
        "4e4fff00ff",
        "4e4f600060",
    ]

    @Test("the 24 steps are those of the document, byte by byte")
    func steps() throws {
        let steps = ConfigurationStep.all(for: try .table7())
        #expect(steps.map { Hexadecimal.text($0.packet.bytes) } == Self.packets)
        #expect(steps.map(\.number) == Array(1...ConfigurationStep.count))
        #expect(steps.filter(\.isSave).map(\.number) == [24])
    }

    @Test("numbers at the ends of their ranges are written as they are meant")
    func extremes() throws {
        let uuid = ProximityUUID("5E1F7A10-3C2B-4D9E-8A77-0B6C1D2E3F40")
        let wanted = try BeaconConfiguration(
            name: String(repeating: "~", count: 20), identity: BeaconIdentity(uuid: uuid, major: 65535, minor: 0),
            rssiAt1mDBm: -128, intervalMs: 25_500, txPowerIndex: 7)
        let data = ConfigurationStep.all(for: wanted).map(\.packet.data)
        #expect(data[0].count == 20 && data[9] == [0xFF, 0xFF] && data[10] == [0, 0])
        #expect(data[11] == [0x80] && data[12] == [0xFF] && data[13] == [7])
    }
}

extension BeaconConfiguration {
    static func table7(minor: UInt16 = 7) throws -> BeaconConfiguration {
        try BeaconConfiguration(name: "Table 7", identity: .table7(minor))
    }
}

extension BeaconIdentity {
    static func table7(_ minor: UInt16 = 7) throws -> BeaconIdentity {
        try #require(BeaconIdentity("5E1F7A10-3C2B-4D9E-8A77-0B6C1D2E3F40/1201/\(minor)"))
    }
}
