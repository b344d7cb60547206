import Advertising
import BeaconTracking
import Testing

@Suite struct BeaconTrackerTests {
    @Test("a tick tells of a beacon what was heard of it")
    func fields() throws {
        var tracker = BeaconTracker()
        for second in 0...3 { tracker.hear(.example(rssi: -60, dongle: 3), at: .seconds(second)) }
        tracker.hear(.example(rssi: -70, dongle: 4), at: .milliseconds(3500))
        let beacon = try #require(tracker.tick(at: .seconds(4)).first)
        #expect(beacon.identity == .example(1))
        #expect(beacon.address == BluetoothAddress(0xA001))
        #expect(beacon.addresses == 1)
        #expect(beacon.smoothedRSSI == -60)
        #expect(beacon.powerAt1mDBm == -59)
        #expect(beacon.accuracyM == DistanceModel.indoors.metres(rssiDBm: -60, powerDBm: -59))
        #expect(beacon.proximity == .near)
        #expect(!beacon.isCalibrated)
        #expect(beacon.rate == 5.0 / 4)
        #expect(beacon.sightings == 5)
        #expect(beacon.firstSeen == .zero)
        #expect(beacon.lastSeen == .milliseconds(3500))
        #expect(beacon.nearest == 3)
        #expect(
            beacon.receptions == [
                .init(dongle: 3, smoothedRSSI: -60, isMoving: false, lastSeen: .seconds(3)),
                .init(dongle: 4, smoothedRSSI: -70, isMoving: false, lastSeen: .milliseconds(3500)),
            ])
    }

    @Test(
        "RSSI of a tick is the mean by the nearest dongle, by the best other where that heard nothing, and nil where none did"
    )
    func tickRSSI() {
        var tracker = BeaconTracker()
        for rssi: Int8 in [-60, -61, -61] { tracker.hear(.example(rssi: rssi, dongle: 1), at: .zero) }
        tracker.hear(.example(rssi: -90, dongle: 2), at: .zero)
        #expect(tracker.tick(at: .seconds(1)).first?.rssiDBm == -61)
        tracker.hear(.example(rssi: -90, dongle: 2), at: .seconds(1))
        tracker.hear(.example(rssi: -95, dongle: 3), at: .seconds(1))
        #expect(tracker.tick(at: .seconds(2)).first?.rssiDBm == -90)
        #expect(tracker.tick(at: .milliseconds(2100)).first?.rssiDBm == nil)
        tracker.hear(.example(rssi: -40, dongle: 1), at: .milliseconds(2200))
        #expect(tracker.beacon(.example(1), at: .milliseconds(2200))?.rssiDBm == -40)
        #expect(tracker.tick(at: .seconds(3)).first?.rssiDBm == -40)
    }

    @Test(
        "an RSSI that is not available counts as a sighting and is no part of an average", arguments: [nil, Int8(127)])
    func notAvailable(rssi: Int8?) throws {
        var tracker = BeaconTracker()
        tracker.hear(.example(rssi: rssi), at: .zero)
        let unheard = try #require(tracker.tick(at: .seconds(1)).first)
        #expect(unheard.smoothedRSSI == nil)
        #expect(unheard.rssiDBm == nil)
        #expect(unheard.accuracyM == -1)
        #expect(unheard.proximity == .unknown)
        #expect(unheard.receptions == [])
        #expect(unheard.rate == 1)
        tracker.hear(.example(rssi: -60), at: .seconds(1))
        #expect(tracker.tick(at: .seconds(2)).first?.smoothedRSSI == -60)
    }

    @Test("a tick is sorted as CoreLocation does: by proximity, accuracy, undetermined last, then identity")
    func order() {
        var tracker = BeaconTracker()
        let signals: [(Int, Int8?, Int8?)] = [
            (9, -50, nil), (8, nil, -59), (7, -80, -59), (6, -70, -59), (5, -65, -59), (4, -65, -59), (3, -40, -59),
        ]
        for (minor, rssi, power) in signals { tracker.hear(.example(minor, rssi: rssi, power: power), at: .zero) }
        #expect(tracker.tick(at: .zero).map(\.identity.minor) == [3, 4, 5, 6, 7, 8, 9])
    }

    @Test("a calibration is taken in place of what the beacon says, and can be taken back")
    func calibration() {
        var tracker = BeaconTracker()
        tracker.hear(.example(rssi: -70), at: .zero)
        tracker.calibrate(.example(1), BeaconCalibration(powerAt1mDBm: -70))
        let calibrated = tracker.beacon(.example(1), at: .zero)
        #expect(calibrated?.accuracyM == DistanceModel.indoors.metres(rssiDBm: -70, powerDBm: -70))
        #expect(calibrated?.isCalibrated == true)
        tracker.calibrate(.example(1), nil)
        #expect(tracker.beacon(.example(1), at: .zero)?.powerAt1mDBm == -59)
    }

    @Test("a measured power of 0 is none")
    func powerOfZero() {
        var tracker = BeaconTracker()
        tracker.hear(.example(power: 0), at: .zero)
        #expect(tracker.tick(at: .zero).first?.powerAt1mDBm == nil)
        #expect(tracker.tick(at: .zero).first?.accuracyM == -1)
    }

    @Test("a tick lists what was heard within 10 s; what was not heard for 180 s is forgotten and counted")
    func forgets() {
        var tracker = BeaconTracker()
        tracker.hear(.example(1), at: .zero)
        tracker.prove(.example(2), by: .seconds(1))
        #expect(tracker.tick(at: .seconds(10)).count == 2)
        #expect(tracker.tick(at: .milliseconds(10_001)).map(\.identity.minor) == [2])
        #expect(tracker.tick(at: .seconds(12)) == [])
        #expect(tracker.beacon(.example(1), at: .seconds(180)) != nil)
        _ = tracker.tick(at: .seconds(180))
        #expect(tracker.count == 2)
        #expect(tracker.beacon(.example(1), at: .milliseconds(180_001)) == nil)
        _ = tracker.tick(at: .milliseconds(180_001))
        #expect(tracker.count == 1)
        _ = tracker.tick(at: .seconds(400))
        #expect(tracker.count == 0)
        #expect(tracker.counts.forgotten == 2)
        #expect(tracker.hear(.example(2), at: .seconds(400)) == .tracked(isProven: false))
    }

    @Test("a beacon is proven by its third sighting, a second after its first")
    func proven() {
        var tracker = BeaconTracker()
        let early = [0, 10, 999].map { tracker.hear(.example(1), at: .milliseconds($0)) }
        #expect(early == [.tracked(isProven: false), .tracked(isProven: false), .tracked(isProven: false)])
        #expect(tracker.hear(.example(1), at: .seconds(1)) == .tracked(isProven: true))
        #expect(tracker.hear(.example(2), at: .seconds(1)) == .tracked(isProven: false))
        #expect(tracker.hear(.example(2), at: .seconds(9)) == .tracked(isProven: false))
        #expect(tracker.hear(.example(2), at: .seconds(9)) == .tracked(isProven: true))
    }

    @Test("a clock that jumps back stands still")
    func clock() {
        var tracker = BeaconTracker()
        tracker.hear(.example(1), at: .seconds(100))
        tracker.hear(.example(2), at: .seconds(5))
        #expect(tracker.beacon(.example(2), at: .zero)?.lastSeen == .seconds(100))
        #expect(tracker.tick(at: .seconds(-1000)).count == 2)
        tracker.hear(.example(1), at: .seconds(101))
        #expect(tracker.beacon(.example(1), at: .seconds(101))?.lastSeen == .seconds(101))
    }

    @Test("a 17th dongle takes the place of the one that heard the beacon longest ago, and that is counted")
    func dongles() throws {
        var tracker = BeaconTracker()
        for dongle: DongleNumber in 0..<16 { tracker.hear(.example(dongle: dongle), at: .milliseconds(Int(dongle))) }
        tracker.hear(.example(dongle: 0), at: .milliseconds(20))
        #expect(tracker.counts.receptionsDropped == 0)
        tracker.hear(.example(dongle: 99), at: .milliseconds(21))
        let beacon = try #require(tracker.tick(at: .seconds(1)).first)
        #expect(beacon.receptions.count == 16)
        #expect(Set(beacon.receptions.map(\.dongle)) == Set([0] + Array(2...15) + [99]))
        #expect(tracker.counts.receptionsDropped == 1)
    }

    @Test("nearest moves from one dongle to another only when the other leads for long enough")
    func nearest() {
        var tracker = BeaconTracker()
        var changes: [Int] = []
        var last: DongleNumber?
        for second in 0..<40 {
            let (one, two): (Int8, Int8) = second < 10 ? (-60, -75) : (-75, -60)
            tracker.hear(.example(rssi: one, dongle: 1), at: .seconds(second))
            tracker.hear(.example(rssi: two, dongle: 2), at: .seconds(second))
            let now = tracker.tick(at: .seconds(second)).first?.nearest
            if let last, now != last { changes.append(second) }
            last = now
        }
        #expect(last == 2)
        #expect(changes.count == 1)
    }

    @Test("the rate is over the window, all dongles together, and over a second at least")
    func rate() {
        var tracker = BeaconTracker()
        tracker.hear(.example(), at: .zero)
        #expect(tracker.tick(at: .milliseconds(100)).first?.rate == 1)
        for tenth in 1..<600 { tracker.hear(.example(dongle: UInt16(tenth % 2)), at: .milliseconds(tenth * 100)) }
        #expect(tracker.tick(at: .milliseconds(59_999)).first?.rate.rounded() == 10)
    }
}
