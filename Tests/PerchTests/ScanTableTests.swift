import TestSupport
import Advertising
import DongleLink
import Testing

@testable import Perch

@Suite struct ScanTableTests {
    private func table(_ adverts: [(Sighting, seconds: Double)]) -> ScanTable {
        var table = ScanTable()
        for (sighting, seconds) in adverts {
            table.take(HeardAdvert(sighting), ParsedAdvert(sighting.data), at: .seconds(seconds))
        }
        return table
    }

    @Test("a beacon is one row, whatever address it has, and its scan responses join it")
    func identity() {
        let table = table([
            (Adverts.sighting(Adverts.iBeacon, address: 1), 0), (Adverts.sighting(Adverts.iBeacon, address: 2), 0.5),
            (Adverts.sighting(Adverts.named, address: 2), 0.6),
        ])
        let rows = table.sorted(at: .seconds(1))
        #expect(rows.count == 1)
        #expect(rows.first?.name == "FlockFinder-S3")
        #expect(rows.first?.rate(at: .seconds(1)) == 3)
    }

    @Test("the strongest stands first, and who is silent for long last")
    func order() {
        let table = table([
            (Adverts.sighting([], address: 1, rssiDBm: -30), 0), (Adverts.sighting([], address: 2, rssiDBm: -80), 20),
            (Adverts.sighting([], address: 3, rssiDBm: -50), 20),
        ])
        #expect(table.sorted(at: .seconds(21)).map(\.address.value) == [3, 2, 1])
    }

    @Test("memory has a bound, and the one not heard for longest goes")
    func bound() {
        let table = table(
            (0...ScanTable.limit).map { (Adverts.sighting([], address: UInt64($0)), Double($0)) })
        #expect(table.count == ScanTable.limit)
        #expect(table.forgottenDevices == 1)
        #expect(!table.sorted(at: .seconds(2000)).contains { $0.address.value == 0 })
    }

    @Test("a beacon that changes its address for ever fills no more than the room for addresses")
    func changingAddress() {
        let count = 2 * ScanTable.addressLimit
        var table = table((0..<count).map { (Adverts.sighting(Adverts.iBeacon, address: UInt64($0)), Double($0)) })
        #expect(table.addressCount <= ScanTable.addressLimit)
        #expect(table.addressCount + Int(table.forgottenAddresses) == count)
        // The newest address is still known as the beacon's, the first is not.
        let newest = Adverts.sighting(Adverts.named, address: UInt64(count - 1))
        table.take(HeardAdvert(newest), ParsedAdvert(newest.data), at: .seconds(count))
        #expect(table.count == 1)
        let first = Adverts.sighting(Adverts.named, address: 0)
        table.take(HeardAdvert(first), ParsedAdvert(first.data), at: .seconds(count))
        #expect(table.count == 2)
    }

    @Test("a tag's row tells what it measured, and a beacon's URL where it leads")
    func details() {
        let table = table([
            (Adverts.sighting(Adverts.ruuviTag, address: 1), 0),
            (Adverts.sighting(Adverts.eddystoneURL, address: 2), 0),
            (Adverts.sighting([3, 0xFF, 0x59, 0x00], address: 3), 0),
            (Adverts.sighting([3, 0xFF, 0xF0, 0xFF], address: 4), 0),
        ])
        let details = Dictionary(uniqueKeysWithValues: table.sorted(at: .zero).map { ($0.address.value, $0.detail) })
        #expect(
            details == [
                1: "Ruuvi 24.3 °C 53.5 %", 2: "https://github.com/citruz", 3: "Nordic Semiconductor ASA",
                4: "company 0xfff0",
            ])
    }

    @Test("a row forgets after twelve seconds")
    func history() {
        let table = table((0..<30).map { (Adverts.sighting([], address: 1), Double($0)) })
        #expect(table.sorted(at: .seconds(29)).first?.seconds.map(\.number) == Array(18...29))
    }
}
