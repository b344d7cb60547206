import Advertising
import Testing

@testable import CP28

@Suite struct BeaconConfigurationTests {
    private func make(
        _ name: String = "T", uuid: String = "5E1F7A10-3C2B-4D9E-8A77-0B6C1D2E3F40", rssi: Int = -59,
        interval: Int = 500,
        power: Int = 4
    ) throws -> BeaconConfiguration {
        let identity = BeaconIdentity(uuid: try #require(ProximityUUID(uuid)), major: 1, minor: 2)
        return try BeaconConfiguration(
            name: name, identity: identity, rssiAt1mDBm: rssi, intervalMs: interval, txPowerIndex: power,
            banList: BanList(entries: [
                BanList.Entry(prefix: 0, uuid: nil, vendors: ["nobody"]),
                BanList.Entry(prefix: 0xFDA5_0693, uuid: nil, vendors: ["A", "B"]),
            ]))
    }

    @Test("what a beacon can take is taken")
    func good() throws {
        #expect(try make(String(repeating: "x", count: 20)).name.utf8.count == 20)
        #expect(try make(rssi: -128).rssiAt1mDBm == -128 && make(rssi: 0).rssiAt1mDBm == 0)
        #expect(try make(interval: 100).intervalUnits == 1 && make(interval: 25_500).intervalUnits == 255)
        #expect(try make(power: 0).txPowerIndex == 0 && make(power: 7).txPowerIndex == 7)
    }

    @Test("what a beacon cannot take is refused, each with what is wrong")
    func bad() throws {
        typealias Fault = BeaconConfiguration.Fault
        #expect(throws: Fault.emptyName) { try make("") }
        #expect(throws: Fault.longName("123456789012345678901", length: 21)) { try make("123456789012345678901") }
        #expect(throws: Fault.nameNotASCII("Tisch für 2")) { try make("Tisch für 2") }
        #expect(throws: Fault.nameNotASCII("a\u{7F}")) { try make("a\u{7F}") }
        for rssi in [-129, 1] { #expect(throws: Fault.rssiAt1m(rssi)) { try make(rssi: rssi) } }
        for interval in [0, 50, 150, 25_600, -100] {
            #expect(throws: Fault.interval(interval)) { try make(interval: interval) }
        }
        for power in [-1, 8] { #expect(throws: Fault.txPower(power)) { try make(power: power) } }
        let banned = ProximityUUID("FDA50693-0000-0000-0000-000000000001")
        #expect(throws: Fault.banned(banned, vendors: ["A", "B"])) { try make(uuid: "\(banned)") }
        let zero = ProximityUUID("00000000-0000-0000-0000-000000000000")
        #expect(throws: Fault.banned(zero, vendors: ["nobody"])) { try make(uuid: "\(zero)") }
    }
}
