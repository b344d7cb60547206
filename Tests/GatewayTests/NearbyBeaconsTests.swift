import Advertising
import CP28
import DongleLink
import GatewayModel
import Testing

@testable import Gateway

@Suite struct NearbyBeaconsTests {
    private let service = BluetoothUUID(short: 0xFFE0)
    private let knowledge = BeaconCensus.Knowledge()

    private func sighting(_ address: UInt64, _ rssi: Int8, at seconds: Int64 = 0, hasService: Bool = true) -> Sighting {
        Sighting(
            number: 0, microsecondsSince1970: seconds * 1_000_000, address: BluetoothAddress(address),
            addressType: .public, pdu: .connectable, rssiDBm: rssi, channel: nil, isTruncated: false,
            data: hasService ? [2, 1, 6, 3, 3, 0xE0, 0xFF] : [2, 1, 6])
    }

    private func take(_ nearby: inout NearbyBeacons, _ sighting: Sighting, at seconds: Int64) {
        nearby.take(sighting, ParsedAdvert(sighting.data), at: .seconds(seconds))
    }

    @Test("the strongest of the last seconds comes first; other devices are counted")
    func order() {
        var nearby = NearbyBeacons(services: [service])
        take(&nearby, sighting(1, -40), at: 0)
        take(&nearby, sighting(2, -50), at: 0)
        take(&nearby, sighting(3, -30, hasService: false), at: 0)
        let first = nearby.line(knowledge, isListening: true, at: .zero)
        #expect(first.beacons.map(\.rssi) == [-40, -50] && first.others == 1)
        // The first goes away, the second comes nearer: what was measured long ago does not count.
        for second in 1...5 {
            take(&nearby, sighting(1, -80, at: Int64(second)), at: Int64(second))
            take(&nearby, sighting(2, -35, at: Int64(second)), at: Int64(second))
        }
        let line = nearby.line(knowledge, isListening: true, at: .seconds(5))
        #expect(line.beacons.map(\.rssi) == [-35, -80] && line.beacons.map(\.kind) == ["cp28", "cp28"])
        #expect(line.beacons.first?.lastSeen.microsecondsSince1970 == 5_000_000)
    }

    @Test("a beacon counts for five seconds after its last advert")
    func gone() {
        var nearby = NearbyBeacons(services: [service])
        take(&nearby, sighting(1, 127), at: 0)
        #expect(nearby.line(knowledge, isListening: true, at: .seconds(5)).beacons.map(\.rssi) == [nil])
        #expect(nearby.line(knowledge, isListening: true, at: .seconds(6)).beacons == [])
    }

    @Test("a beacon that refused a run for good or was written comes after those that can be taken")
    func kinds() {
        var nearby = NearbyBeacons(services: [service])
        for (address, rssi) in [(1, -30), (2, -40), (3, -50)] as [(UInt64, Int8)] {
            take(&nearby, sighting(address, rssi), at: 0)
        }
        var knowledge = knowledge
        knowledge.unsuitable[BluetoothAddress(1)] = "FFE2 is missing."
        // No frame with its identity was heard yet.
        knowledge.written[BluetoothAddress(2)] = "Table 7"
        let line = nearby.line(knowledge, isListening: false, at: .zero)
        #expect(line.beacons.map(\.kind) == ["cp28", "unsuitable", "provisioned"])
        #expect(line.beacons.map(\.reason) == [nil, "FFE2 is missing.", nil] && line.beacons.last?.table == "Table 7")
        #expect(!line.isListening)
    }
}
