import TestSupport
import Advertising
import BeaconTracking
import Testing

@Suite struct ProximityTests {
    @Test(
        "half a metre is immediate, less than three near, the rest far, and nothing below zero is known",
        arguments: [
            (0.0, Proximity.immediate), (0.5, .immediate), (0.501, .near), (2.999, .near), (3, .far), (400, .far),
            (-1, .unknown),
        ])
    func thresholds(metres: Double, proximity: Proximity) {
        #expect(Proximity(accuracyM: metres) == proximity)
        #expect(Proximity.unknown.next(accuracyM: metres) == proximity)
    }

    @Test("between two proximities a beacon keeps the one it had")
    func keeps() {
        #expect(Proximity.immediate.next(accuracyM: 0.59) == .immediate)
        #expect(Proximity.immediate.next(accuracyM: 0.61) == .near)
        #expect(Proximity.near.next(accuracyM: 0.42) == .near)
        #expect(Proximity.near.next(accuracyM: 0.41) == .immediate)
        #expect(Proximity.near.next(accuracyM: 3.59) == .near)
        #expect(Proximity.near.next(accuracyM: 3.61) == .far)
        #expect(Proximity.far.next(accuracyM: 2.51) == .far)
        #expect(Proximity.far.next(accuracyM: 2.49) == .near)
        #expect(Proximity.far.next(accuracyM: 0.1) == .immediate)
        #expect(Proximity.immediate.next(accuracyM: -1) == .unknown)
    }

    @Test(
        "on recordings fewer changes remain than plain thresholds make, and no more than with a mean of 20 s",
        .enabled(if: AirFixture.arePresent(.sixRooms, .mallBeacons), "\(Checkout.noRecordings)"),
        arguments: [(AirFixture.sixRooms, 211), (.mallBeacons, 73)])
    func changes(recording: AirFixture, most: Int) throws {
        var tracker = BeaconTracker()
        var plain = Changes()
        var kept = Changes()
        try recording.forEachTick(&tracker) { tick in
            for beacon in tick {
                plain.take(Proximity(accuracyM: beacon.accuracyM), of: beacon)
                kept.take(beacon.proximity, of: beacon)
            }
        }
        #expect(plain.count > 60)
        #expect(kept.count * 4 <= plain.count * 3 && kept.count <= most, "\(kept.count) of \(plain.count)")
    }

    private struct Changes {
        var count = 0
        private var last: [BeaconIdentity: Proximity] = [:]

        mutating func take(_ proximity: Proximity, of beacon: RangedBeacon) {
            let before = last.updateValue(proximity, forKey: beacon.identity)
            if let before, before != proximity { count += 1 }
        }
    }
}
