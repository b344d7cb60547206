import Advertising
import BeaconTracking
import Testing

@Suite struct BeaconUnitsTests {
    private static let apart: BeaconTracker.Configuration = {
        var configuration = BeaconTracker.Configuration()
        configuration.tellsAddressesApart = true
        return configuration
    }()

    @Test("units told apart by address are one entry, that of the nearest")
    func nearestUnit() throws {
        var tracker = BeaconTracker(BeaconUnitsTests.apart)
        tracker.hear(.example(rssi: -80, address: 1), at: .zero)
        tracker.hear(.example(rssi: -50, address: 2), at: .zero)
        tracker.hear(.example(rssi: nil, address: 3), at: .zero)
        let tick = tracker.tick(at: .zero)
        #expect(tick.count == 1)
        let beacon = try #require(tick.first)
        #expect(beacon.address == BluetoothAddress(2))
        #expect(beacon.smoothedRSSI == -50)
        #expect(beacon.addresses == 3)
        #expect(beacon.sightings == 1)
    }

    @Test("units that are not told apart are averaged together, as one")
    func together() throws {
        var tracker = BeaconTracker()
        tracker.hear(.example(rssi: -64, address: 1), at: .zero)
        tracker.hear(.example(rssi: -60, address: 2), at: .zero)
        let beacon = try #require(tracker.tick(at: .zero).first)
        #expect(beacon.smoothedRSSI == -62)
        #expect(beacon.addresses == 2)
        #expect(beacon.sightings == 2)
    }

    @Test("an identity with ten addresses is one unit again, and loses no sighting")
    func merges() throws {
        var tracker = BeaconTracker(BeaconUnitsTests.apart)
        for address: UInt64 in 1...9 { tracker.hear(.example(rssi: -60, address: address), at: .seconds(address)) }
        #expect(tracker.beacon(.example(1), at: .seconds(9))?.sightings == 1)
        tracker.hear(.example(rssi: -60, address: 10), at: .seconds(10))
        let beacon = try #require(tracker.beacon(.example(1), at: .seconds(10)))
        #expect(beacon.sightings == 10)
        #expect(beacon.addresses == 10)
        #expect(beacon.firstSeen == .seconds(1))
        #expect(beacon.address == BluetoothAddress(10))
        tracker.hear(.example(rssi: -60, address: 11), at: .seconds(11))
        #expect(tracker.beacon(.example(1), at: .seconds(11))?.sightings == 11)
    }

    @Test("of a thousand addresses sixteen are told apart")
    func bound() {
        for configuration in [BeaconTracker.Configuration(), BeaconUnitsTests.apart] {
            var tracker = BeaconTracker(configuration)
            for address: UInt64 in 1...1000 {
                tracker.hear(.example(address: address), at: .milliseconds(Int64(address)))
            }
            let beacon = tracker.beacon(.example(1), at: .seconds(1))
            #expect(beacon?.addresses == 16)
            #expect(beacon?.sightings == 1000)
        }
    }

    @Test("a unit that is gone for 180 s no longer speaks for its identity")
    func forgetsUnits() {
        var tracker = BeaconTracker(BeaconUnitsTests.apart)
        tracker.hear(.example(rssi: -40, address: 1), at: .zero)
        for second in stride(from: 0, through: 200, by: 5) {
            tracker.hear(.example(rssi: -80, address: 2), at: .seconds(second))
            _ = tracker.tick(at: .seconds(second))
        }
        tracker.hear(.example(rssi: -50, address: 1), at: .seconds(200))
        // The beacon starts anew: nothing of its first time is left.
        #expect(tracker.beacon(.example(1), at: .seconds(200))?.sightings == 1)
        #expect(tracker.beacon(.example(1), at: .seconds(200))?.firstSeen == .seconds(200))
    }
}
