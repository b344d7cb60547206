import TestSupport
import Randomness
import Advertising
import Testing

@testable import BeaconTracking

@Suite struct BeaconFloodTests {
    @Test("the tenth identity of an address makes it a flood, and what it sends is refused from then on")
    func address() {
        var tracker = BeaconTracker()
        for minor in 1...9 {
            #expect(tracker.hear(.example(minor, address: 7), at: .zero) == .tracked(isProven: false))
        }
        for minor in [10, 1, 11, 9] {
            #expect(tracker.hear(.example(minor, address: 7), at: .seconds(2)) == .floodOfAddress)
        }
        #expect(tracker.count == 9)
        #expect(tracker.counts.floodOfAddress == 4)
        #expect(tracker.hear(.example(10, address: 8), at: .seconds(2)) == .tracked(isProven: false))
    }

    @Test("a proven beacon is not silenced by a flood from its own address")
    func notSilenced() {
        var tracker = BeaconTracker()
        tracker.prove(.example(1, address: 7), by: .seconds(1))
        for minor in 2...200 { tracker.hear(.example(minor, address: 7), at: .seconds(2)) }
        #expect(tracker.hear(.example(1, address: 7), at: .seconds(3)) == .tracked(isProven: true))
        tracker.prove(.example(400, address: 8), by: .seconds(5))
        #expect(
            tracker.hear(.example(400, address: 7), at: .seconds(5)) == .tracked(isProven: true),
            "it is known from another address")
        #expect(tracker.hear(.example(300, address: 7), at: .seconds(3)) == .floodOfAddress)
    }

    @Test("an address that floods is forgotten once it is silent for long, and the table is bounded")
    func table() {
        var floods = AddressFloods(capacity: 100, keptFor: .seconds(180))
        for minor in 1...9 { _ = floods.note(BluetoothAddress(7), .example(minor), at: .zero) }
        // An address that is asked for in every generation stays; after two without it is
        // forgotten.
        let asked = [(10, 0), (1, 170), (1, 190), (1, 371)].map { minor, second in
            floods.note(BluetoothAddress(7), .example(minor), at: .seconds(second))
        }
        #expect(asked == [true, true, true, true])
        let other = [560, 750].map { floods.note(BluetoothAddress(8), .example(1), at: .seconds($0)) }
        #expect(other == [false, false])
        let forgotten = floods.note(BluetoothAddress(7), .example(1), at: .seconds(751))
        #expect(!forgotten)
        for address: UInt64 in 1000..<5000 {
            _ = floods.note(BluetoothAddress(address), .example(1), at: .seconds(760))
        }
        #expect(floods.count <= 200)
    }

    @Test("fifty nameless unproven beacons of a UUID close it to newcomers, until some are proven or gone")
    func uuid() {
        var tracker = BeaconTracker()
        for minor in 1...50 {
            #expect(tracker.hear(.example(minor), at: .zero) == .tracked(isProven: false))
        }
        #expect(tracker.hear(.example(51), at: .zero) == .floodOfUUID)
        #expect(tracker.counts.floodOfUUID == 1)
        #expect(tracker.hear(.example(1), at: .zero) == .tracked(isProven: false), "it is no newcomer")
        let other = BeaconIdentity(uuid: ProximityUUID(1), major: 1, minor: 51)
        let sighting = BeaconSighting(
            identity: other, address: BluetoothAddress(1), rssiDBm: -60, measuredPowerDBm: -59)
        #expect(tracker.hear(sighting, at: .zero) == .tracked(isProven: false), "of another UUID")
        #expect(tracker.hear(.example(52, isNamed: true), at: .zero) == .tracked(isProven: false), "named")

        #expect(tracker.hear(.example(1), at: .seconds(1)) == .tracked(isProven: true))
        #expect(tracker.hear(.example(51), at: .seconds(1)) == .tracked(isProven: false))
        #expect(tracker.hear(.example(53), at: .seconds(1)) == .floodOfUUID)
        tracker.hear(.example(2, isNamed: true), at: .seconds(1))
        #expect(tracker.hear(.example(53), at: .seconds(1)) == .tracked(isProven: false), "one has told its name")
        #expect(tracker.hear(.example(54), at: .seconds(1)) == .floodOfUUID)
        _ = tracker.tick(at: .seconds(181))
        #expect(tracker.hear(.example(54), at: .seconds(181)) == .tracked(isProven: false), "the others are forgotten")
    }

    @Test("a UUID that somebody waits for is never closed")
    func expected() {
        var tracker = BeaconTracker()
        tracker.expect([.example])
        for minor in 1...1000 {
            #expect(tracker.hear(.example(minor), at: .zero) == .tracked(isProven: false))
        }
        tracker.expect([])
        #expect(tracker.hear(.example(1001), at: .zero) == .floodOfUUID)
    }

    @Test("for want of room the unproven go first, the one heard longest ago; then the proven likewise")
    func evicts() {
        var configuration = BeaconTracker.Configuration()
        configuration.capacity = 4
        var tracker = BeaconTracker(configuration)
        tracker.prove(.example(1), by: .seconds(2))
        tracker.prove(.example(2), by: .seconds(3))
        tracker.hear(.example(3), at: .seconds(3))
        tracker.hear(.example(4), at: .seconds(4))
        tracker.hear(.example(3), at: .seconds(5))
        tracker.hear(.example(5), at: .seconds(6))
        #expect(tracker.minors == [1, 2, 3, 5])
        tracker.hear(.example(6), at: .seconds(6))
        #expect(tracker.minors == [1, 2, 5, 6])
        tracker.prove(.example(5), by: .seconds(8))
        tracker.prove(.example(6), by: .seconds(9))
        #expect(tracker.counts.evictedProven == 0)
        tracker.hear(.example(1), at: .seconds(9))
        tracker.hear(.example(7), at: .seconds(10))
        #expect(tracker.minors == [1, 5, 6, 7])
        #expect(tracker.counts.evicted == 3)
        #expect(tracker.counts.evictedProven == 1)
    }

    @Test("a flood of made-up identities takes bounded room and displaces no proven beacon")
    func flood() {
        var configuration = BeaconTracker.Configuration()
        configuration.capacity = 1000
        var tracker = BeaconTracker(configuration)
        for ms in [0, 500, 1000] {
            for minor in 1...300 { tracker.hear(.example(minor, isNamed: true), at: .milliseconds(ms)) }
        }
        var random = SplitMix64(seed: 1)
        for number in 0..<100_000 {
            let identity = BeaconIdentity(
                uuid: ProximityUUID(UInt128(random.next())), major: UInt16(number & 0xFFFF), minor: 1)
            let sighting = BeaconSighting(
                identity: identity, address: BluetoothAddress(random.next()), rssiDBm: -60, measuredPowerDBm: -59)
            tracker.hear(sighting, at: .seconds(1) + .microseconds(number * 100))
        }
        _ = tracker.tick(at: .seconds(11))
        #expect(tracker.count == 1000)
        #expect(tracker.slots.count == 1000)
        #expect(tracker.counts.evicted == 99_300)
        #expect((1...300).allSatisfy { tracker.beacon(.example($0), at: .seconds(11)) != nil })
    }

    @Test(
        "all 153 beacons of an installation of one UUID come through",
        .enabled(if: AirFixture.sixRooms.isPresent, "\(Checkout.noRecordings)"))
    func installation() throws {
        var tracker = BeaconTracker()
        var seen: Set<BeaconIdentity> = []
        var tracked: Set<BeaconIdentity> = []
        var proven: Set<BeaconIdentity> = []
        var often: [BeaconIdentity: Int] = [:]
        for heard in try AirFixture.sixRooms.heard() {
            seen.insert(heard.sighting.identity)
            often[heard.sighting.identity, default: 0] += 1
            guard case .tracked(let isProven) = tracker.hear(heard.sighting, at: heard.at) else { continue }
            tracked.insert(heard.sighting.identity)
            if isProven { proven.insert(heard.sighting.identity) }
        }
        #expect(seen.count == 153)
        #expect(tracked == seen)
        #expect(often.filter { $0.value >= 10 }.keys.allSatisfy { proven.contains($0) })
        #expect(Double(tracker.counts.floodOfUUID) < 0.01 * Double(tracker.counts.sightings))
    }
}

extension BeaconTracker {
    fileprivate var minors: [UInt16] { places.keys.map(\.minor).sorted() }
}
