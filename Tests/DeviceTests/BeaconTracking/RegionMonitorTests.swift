import Advertising
import BeaconTracking
import Testing

@Suite struct RegionMonitorTests {
    private static let region = BeaconRegion(name: "shop", uuid: .example)

    /// Returns a monitor of the region that listens from 0 s on.
    private func monitor(
        _ region: BeaconRegion = RegionMonitorTests.region, lastDetermined: RegionState? = nil
    ) -> RegionMonitor {
        var monitor = RegionMonitor()
        monitor.setListening(true, reason: "", at: .zero)
        monitor.monitor(region, lastDetermined: lastDetermined, at: .zero)
        return monitor
    }

    @Test("a first sighting enters, and 30 s after the last one of any beacon the region is left, once")
    func enterAndExit() {
        var monitor = monitor()
        #expect(
            monitor.hear(.example(1), rssiDBm: -67, at: .seconds(1)) == [
                RegionTransition(
                    region: "shop", from: .unknown, to: .inside, meaning: .enter, at: .seconds(1),
                    reason: "heard E7B2C021-5D07-4D0B-9C20-223488C8B012/1/1 at −67 dBm", beacon: .example(1),
                    rssiDBm: -67)
            ])
        #expect(monitor.hear(.example(2), rssiDBm: -70, at: .seconds(2)) == [])
        #expect(monitor.hear(.example(3), rssiDBm: -91, at: .milliseconds(4500)) == [])
        #expect(monitor.nextDue == .milliseconds(34_500))
        #expect(monitor.advance(to: .milliseconds(34_499)) == [])
        #expect(
            monitor.advance(to: .seconds(99)) == [
                RegionTransition(
                    region: "shop", from: .inside, to: .outside, meaning: .exit, at: .milliseconds(34_500),
                    reason: "no sighting of any of 3 beacons for 30.0 s; last −91 dBm", rssiDBm: -91)
            ])
        #expect(monitor.nextDue == nil)
        #expect(monitor.advance(to: .seconds(10_000)) == [])
    }

    @Test("a sighting that comes at the very moment or later is preceded by the exit that was due")
    func lateSighting() {
        var monitor = monitor()
        _ = monitor.hear(.example(1), rssiDBm: nil, at: .zero)
        let transitions = monitor.hear(.example(1), rssiDBm: nil, at: .seconds(30))
        #expect(transitions.map(\.meaning) == [.exit, .enter])
        #expect(transitions.map(\.at) == [.seconds(30), .seconds(30)])
        #expect(transitions.map(\.reason).first == "no sighting of its one beacon for 30.0 s")
        #expect(transitions.map(\.reason).last == "heard E7B2C021-5D07-4D0B-9C20-223488C8B012/1/1")
    }

    @Test("N sightings within T enter, and not N - 1, nor N within more")
    func enterSightings() {
        var region = RegionMonitorTests.region
        region.enterSightings = 3
        region.enterWithin = .seconds(5)
        var monitor = monitor(region)
        for ms in [0, 3000, 5001, 8001] {
            #expect(monitor.hear(.example(1), rssiDBm: -60, at: .milliseconds(ms)) == [])
        }
        let entered = monitor.hear(.example(2), rssiDBm: -61, at: .milliseconds(9201))
        #expect(entered.map(\.reason) == ["3 sightings within 4.2 s"])
        #expect(entered.map(\.beacon) == [.example(2)])
        #expect(monitor.statuses.first?.beacons == 2)

        var exact = self.monitor(region)
        let reasons = [0, 3, 5].flatMap { exact.hear(.example(1), rssiDBm: -60, at: .seconds($0)) }.map(\.reason)
        #expect(reasons == ["3 sightings within 5.0 s"])
    }

    @Test(
        "sightings far below the minimum, or without an RSSI, count neither to enter nor to stay",
        arguments: [nil, -87, 127])
    func minimumRSSI(weak: Int8?) {
        var region = RegionMonitorTests.region
        region.minimumRSSI = -80
        var monitor = monitor(region)
        #expect(monitor.hear(.example(1), rssiDBm: weak, at: .zero) == [])
        #expect(monitor.hear(.example(1), rssiDBm: -80, at: .seconds(1)).map(\.to) == [.inside])
        for second in 2...30 { #expect(monitor.hear(.example(1), rssiDBm: weak, at: .seconds(second)) == []) }
        #expect(monitor.hear(.example(1), rssiDBm: weak, at: .seconds(31)).map(\.to) == [.outside])
    }

    @Test("a region with a minimum is kept by signals down to 6 dB less, and not entered by them")
    func hysteresis() {
        var region = RegionMonitorTests.region
        region.minimumRSSI = -75
        var monitor = monitor(region)
        #expect(monitor.hear(.example(1), rssiDBm: -76, at: .zero) == [])
        #expect(monitor.hear(.example(1), rssiDBm: -75, at: .seconds(1)).map(\.to) == [.inside])
        for second in 2...90 { #expect(monitor.hear(.example(1), rssiDBm: -81, at: .seconds(second)) == []) }
        for second in 91...119 { #expect(monitor.hear(.example(1), rssiDBm: -82, at: .seconds(second)) == []) }
        #expect(monitor.hear(.example(1), rssiDBm: -82, at: .seconds(120)).map(\.to) == [.outside])
        #expect(monitor.hear(.example(1), rssiDBm: -76, at: .seconds(121)) == [])
    }

    @Test("a region that was inside when last known is found inside again by signals down to 6 dB less")
    func hysteresisOverRestarts() {
        var region = RegionMonitorTests.region
        region.minimumRSSI = -75
        var monitor = monitor(region, lastDetermined: .inside)
        #expect(monitor.hear(.example(1), rssiDBm: -82, at: .seconds(1)) == [])
        #expect(monitor.hear(.example(1), rssiDBm: -81, at: .seconds(2)).map(\.meaning) == [.determined])
    }

    @Test("a region takes the beacons of its UUID, major and minor, and no other")
    func filters() {
        var monitor = monitor()
        monitor.monitor(BeaconRegion(name: "floor", uuid: .example, major: 2), lastDetermined: nil, at: .zero)
        monitor.monitor(BeaconRegion(name: "table", uuid: .example, major: 2, minor: 7), lastDetermined: nil, at: .zero)
        monitor.monitor(BeaconRegion(name: "other", uuid: ProximityUUID(5)), lastDetermined: nil, at: .zero)
        func entered(_ identity: BeaconIdentity) -> [String] {
            monitor.hear(identity, rssiDBm: -60, at: .seconds(1)).map(\.region)
        }
        #expect(entered(.example(7, major: 1)) == ["shop"])
        #expect(entered(.example(6, major: 2)) == ["floor"])
        #expect(entered(.example(7, major: 2)) == ["table"])
        #expect(entered(BeaconIdentity(uuid: ProximityUUID(5), major: 9, minor: 9)) == ["other"])
    }

    @Test("nothing heard for long enough is outside: news the first time, no exit; where it was inside, an exit")
    func firstDetermination() {
        var fresh = monitor()
        var outside = monitor(lastDetermined: .outside)
        var inside = monitor(lastDetermined: .inside)
        for (found, meaning) in [
            (fresh.advance(to: .seconds(60)), RegionTransition.Meaning.determined),
            (outside.advance(to: .seconds(60)), .determined), (inside.advance(to: .seconds(60)), .exit),
        ] {
            #expect(found.map(\.meaning) == [meaning])
            #expect(found.map(\.at) == [.seconds(30)])
            #expect(found.map(\.reason) == ["no sighting for 30.0 s"])
        }
    }

    @Test("after a restart a region that was inside is not entered again")
    func restart() {
        var inside = monitor(lastDetermined: .inside)
        #expect(inside.hear(.example(1), rssiDBm: -60, at: .seconds(1)).map(\.meaning) == [.determined])
        #expect(inside.advance(to: .seconds(31)).map(\.meaning) == [.exit])
        var outside = monitor(lastDetermined: .outside)
        #expect(outside.hear(.example(1), rssiDBm: -60, at: .seconds(1)).map(\.meaning) == [.enter])
    }

    @Test("a short time without a dongle changes nothing, and absence counts anew after it")
    func shortBlindness() {
        var monitor = monitor()
        _ = monitor.hear(.example(1), rssiDBm: -60, at: .zero)
        monitor.setListening(false, reason: "unplugged", at: .seconds(20))
        #expect(monitor.advance(to: .seconds(49)) == [])
        monitor.setListening(true, reason: "", at: .seconds(49))
        #expect(monitor.nextDue == .seconds(79))
        let left = monitor.advance(to: .seconds(100))
        #expect(left.map(\.at) == [.seconds(79)])
        #expect(
            left.map(\.reason) == [
                "no sighting of its one beacon for 30.0 s since listening resumed; last −60 dBm"
            ])
    }

    @Test("a long time without a dongle makes every state unknown, and what follows is told by what was known before")
    func longBlindness() {
        var monitor = monitor()
        monitor.monitor(BeaconRegion(name: "empty", uuid: ProximityUUID(5)), lastDetermined: nil, at: .zero)
        _ = monitor.hear(.example(1), rssiDBm: -60, at: .zero)
        _ = monitor.advance(to: .seconds(30))
        _ = monitor.hear(.example(1), rssiDBm: -60, at: .seconds(31))
        monitor.setListening(false, reason: "unplugged", at: .seconds(40))
        let lost = monitor.advance(to: .seconds(500))
        #expect(lost.map(\.region) == ["shop", "empty"])
        #expect(lost.map(\.meaning) == [.lost, .lost])
        #expect(lost.map(\.from) == [.inside, .outside])
        #expect(lost.map(\.at) == [.seconds(70), .seconds(70)])
        #expect(lost.map(\.reason).first == "no dongle has listened for 30.0 s: unplugged")
        #expect(monitor.statuses.map(\.lastDetermined) == [.outside, .inside])
        #expect(monitor.nextDue == nil)

        monitor.setListening(true, reason: "", at: .seconds(600))
        #expect(monitor.hear(.example(1), rssiDBm: -60, at: .seconds(601)).map(\.meaning) == [.determined])
        let empty = monitor.advance(to: .seconds(630))
        #expect(empty.map(\.meaning) == [.determined])
        #expect(empty.map(\.region) == ["empty"])
    }

    @Test("who was inside when the dongle went and is gone when it is back has left")
    func leftWhileBlind() {
        var monitor = monitor()
        _ = monitor.hear(.example(1), rssiDBm: -60, at: .zero)
        monitor.setListening(false, reason: "unplugged", at: .seconds(1))
        monitor.setListening(true, reason: "", at: .seconds(100))
        let transitions = monitor.advance(to: .seconds(200))
        #expect(transitions.map(\.meaning) == [.lost, .exit])
        #expect(transitions.map(\.at) == [.seconds(31), .seconds(130)])
    }

    @Test("too few sightings to enter do not keep a region unknown, but where it was inside")
    func tooFew() {
        var region = RegionMonitorTests.region
        region.enterSightings = 2
        for (last, at) in [(nil, 30), (.outside, 30), (.inside, 55)] as [(RegionState?, Int)] {
            var monitor = monitor(region, lastDetermined: last)
            #expect(monitor.hear(.example(1), rssiDBm: -60, at: .seconds(25)) == [])
            #expect(monitor.advance(to: .seconds(500)).map(\.at) == [.seconds(at)])
        }
    }

    @Test("a region of the same name takes the place of the old one, with nothing of it left")
    func replaces() {
        var monitor = monitor()
        _ = monitor.hear(.example(1), rssiDBm: -60, at: .zero)
        var stricter = RegionMonitorTests.region
        stricter.major = 2
        monitor.monitor(stricter, lastDetermined: .inside, at: .seconds(100))
        #expect(monitor.statuses.map(\.state) == [.unknown])
        #expect(monitor.hear(.example(1), rssiDBm: -60, at: .seconds(101)) == [])
        #expect(monitor.hear(.example(1, major: 2), rssiDBm: -60, at: .seconds(102)).map(\.meaning) == [.determined])
        let wasThere = [monitor.remove("shop"), monitor.remove("shop")]
        #expect(wasThere == [true, false])
        #expect(monitor.statuses == [])
        #expect(monitor.nextDue == nil)
        #expect(monitor.hear(.example(1, major: 2), rssiDBm: -60, at: .seconds(103)) == [])
    }

    @Test("transitions come in the order of their times, with those times, however late they are asked for")
    func order() {
        var monitor = RegionMonitor()
        monitor.setListening(true, reason: "", at: .zero)
        for (name, seconds) in [("a", 50), ("b", 10), ("c", 30)] {
            var region = BeaconRegion(name: name, uuid: .example)
            region.exitAfter = .seconds(seconds)
            monitor.monitor(region, lastDetermined: nil, at: .zero)
        }
        _ = monitor.hear(.example(1), rssiDBm: -60, at: .zero)
        #expect(monitor.nextDue == .seconds(10))
        // A call that returns no transitions does not drop the pending ones.
        monitor.setListening(true, reason: "", at: .seconds(35))
        #expect(monitor.nextDue == .seconds(10))
        let late = monitor.hear(
            BeaconIdentity(uuid: ProximityUUID(1), major: 0, minor: 0), rssiDBm: nil, at: .seconds(60))
        #expect(late.map(\.region) == ["b", "c", "a"])
        #expect(late.map(\.at) == [.seconds(10), .seconds(30), .seconds(50)])
    }

    @Test("time that runs backwards stands still")
    func clock() {
        var monitor = monitor()
        _ = monitor.advance(to: .seconds(100))
        #expect(monitor.hear(.example(1), rssiDBm: -60, at: .seconds(3)).map(\.at) == [.seconds(100)])
    }

    @Test("of a region with a thousand beacons 256 are counted, and more are said to be more")
    func manyBeacons() {
        var monitor = monitor()
        for minor in 1...256 { _ = monitor.hear(.example(minor), rssiDBm: -60, at: .zero) }
        #expect(monitor.statuses.first?.beacons == 256)
        for minor in 257...1000 { _ = monitor.hear(.example(minor), rssiDBm: -60, at: .zero) }
        #expect(monitor.statuses.first?.beacons == 256)
        #expect(
            monitor.advance(to: .seconds(30)).map(\.reason) == [
                "no sighting of any of more than 256 beacons for 30.0 s; last −60 dBm"
            ])
    }

    @Test("outside, only the beacons heard of late are counted")
    func beaconsOutside() {
        var region = RegionMonitorTests.region
        region.enterSightings = 3
        region.enterWithin = .seconds(1)
        var monitor = monitor(region)
        for minor in 1...3 { _ = monitor.hear(.example(minor), rssiDBm: -60, at: .seconds(minor * 20)) }
        #expect(monitor.statuses.first?.state == .outside)
        #expect(monitor.statuses.first?.beacons == 2)
    }

    @Test("numbers outside their ranges are brought to the nearest bound")
    func ranges() {
        var region = RegionMonitorTests.region
        region.enterSightings = 0
        region.exitAfter = .zero
        region.minor = 9
        var monitor = monitor(region)
        #expect(monitor.hear(.example(1), rssiDBm: -60, at: .zero).map(\.to) == [.inside], "a minor needs a major")
        #expect(monitor.nextDue == .seconds(1))
    }

    @Test("a region is told which others have its beacons, and whose it has")
    func overlaps() {
        var monitor = monitor()
        monitor.monitor(BeaconRegion(name: "floor", uuid: .example, major: 2), lastDetermined: nil, at: .zero)
        monitor.monitor(BeaconRegion(name: "table", uuid: .example, major: 2, minor: 7), lastDetermined: nil, at: .zero)
        monitor.monitor(BeaconRegion(name: "other", uuid: ProximityUUID(5)), lastDetermined: nil, at: .zero)
        #expect(
            monitor.overlaps(of: BeaconRegion(name: "new", uuid: .example, major: 2))
                == RegionOverlaps(covering: ["floor", "shop"], covered: ["floor", "table"]))
        #expect(
            monitor.overlaps(of: RegionMonitorTests.region)
                == RegionOverlaps(covering: [], covered: ["floor", "table"]))
        #expect(
            monitor.overlaps(of: BeaconRegion(name: "new", uuid: ProximityUUID(6)))
                == RegionOverlaps(covering: [], covered: []))
    }

    @Test("with 10,000 regions each beacon enters its own, and the next that is due is at hand")
    func manyRegions() {
        var monitor = RegionMonitor()
        monitor.setListening(true, reason: "", at: .zero)
        for minor in 0..<10_000 {
            monitor.monitor(
                BeaconRegion(name: "\(minor)", uuid: .example, major: 1, minor: UInt16(minor)),
                lastDetermined: .outside,
                at: .zero)
        }
        #expect(monitor.advance(to: .seconds(30)).count == 10_000)
        for minor in 0..<10_000 {
            let at = Duration.seconds(31) + .milliseconds(minor)
            #expect(monitor.hear(.example(minor), rssiDBm: -60, at: at).map(\.region) == ["\(minor)"])
            #expect(monitor.nextDue == .seconds(61))
        }
        let first = monitor.advance(to: .seconds(61))
        #expect(first.map(\.region) == ["0"])
    }
}
