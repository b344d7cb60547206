import Advertising
import BeaconTracking
import Testing

/// Regions when some of several dongles stop listening: dongle 1 hears the beacon, dongle 2 listens
/// beside it.
@Suite struct RegionDongleTests {
    /// Returns a monitor of a region that dongle 1 has heard at 0 s, and is unplugged at 10 s.
    private func unplugged() -> RegionMonitor {
        var monitor = RegionMonitor()
        monitor.setListening(true, reason: "", at: .zero)
        monitor.monitor(BeaconRegion(name: "shop", uuid: .example), lastDetermined: nil, at: .zero)
        _ = monitor.hear(.example(1), rssiDBm: -60, dongle: 1, at: .zero)
        unplug(&monitor, at: .seconds(10))
        return monitor
    }

    private func unplug(_ monitor: inout RegionMonitor, at now: Duration) {
        let silent = RegionMonitor.SilentDongle(name: "d1", reason: "unplugged")
        monitor.setListening(true, reason: "", silent: [1: silent], at: now)
    }

    private func plugIn(_ monitor: inout RegionMonitor, at now: Duration) {
        monitor.setListening(true, reason: "", at: now)
    }

    @Test("a region heard by the unplugged dongle alone becomes unknown, is not left, and stays so")
    func alone() {
        var monitor = unplugged()
        #expect(monitor.nextDue == .seconds(40))
        let lost = monitor.advance(to: .seconds(100_000))
        #expect(lost.map(\.meaning) == [.lost])
        #expect(lost.map(\.at) == [.seconds(40)])
        #expect(
            lost.map(\.reason) == ["dongle d1, the last that heard it, has not listened for 30.0 s: unplugged"])
        #expect(monitor.nextDue == nil)
    }

    @Test("a dongle that is back in time changes nothing, and absence counts anew from its return")
    func backInTime() {
        var monitor = unplugged()
        plugIn(&monitor, at: .seconds(35))
        #expect(monitor.nextDue == .seconds(65))
        let left = monitor.advance(to: .seconds(100))
        #expect(left.map(\.meaning) == [.exit])
        #expect(
            left.map(\.reason) == [
                "no sighting of its one beacon for 30.0 s since listening resumed; last −60 dBm"
            ])
    }

    @Test("a dongle that is back late finds the region inside or left", arguments: [true, false])
    func backLate(isThere: Bool) {
        var monitor = unplugged()
        #expect(monitor.advance(to: .seconds(90)).map(\.meaning) == [.lost])
        plugIn(&monitor, at: .seconds(100))
        if isThere {
            let found = monitor.hear(.example(1), rssiDBm: -60, dongle: 1, at: .seconds(101))
            #expect(found.map(\.meaning) == [.determined])
        }
        let left = monitor.advance(to: .seconds(500))
        #expect(left.map(\.meaning) == [.exit])
        #expect(left.map(\.at) == [isThere ? .seconds(131) : .seconds(130)])
    }

    @Test("while another dongle hears it, the region is inside, and that dongle decides when it is left")
    func heardByAnother() {
        var monitor = unplugged()
        for second in 11...100 {
            #expect(monitor.hear(.example(1), rssiDBm: -80, dongle: 2, at: .seconds(second)) == [])
        }
        let left = monitor.advance(to: .seconds(500))
        #expect(left.map(\.meaning) == [.exit])
        #expect(left.map(\.at) == [.seconds(130)])
    }

    @Test("a region that became unknown is found inside by another dongle, and left when that hears it no more")
    func foundByAnother() {
        var monitor = unplugged()
        _ = monitor.advance(to: .seconds(50))
        let found = monitor.hear(.example(1), rssiDBm: -80, dongle: 2, at: .seconds(60))
        #expect(found.map(\.meaning) == [.determined])
        #expect(monitor.advance(to: .seconds(500)).map(\.meaning) == [.exit])
    }

    @Test("unplugging a dongle that did not hear the region last changes nothing")
    func another() {
        var monitor = unplugged()
        plugIn(&monitor, at: .seconds(20))
        _ = monitor.hear(.example(1), rssiDBm: -60, dongle: 2, at: .seconds(21))
        unplug(&monitor, at: .seconds(22))
        #expect(monitor.advance(to: .seconds(500)).map(\.at) == [.seconds(51)])
    }

    @Test("a region that is outside, or was never known, does not depend on the unplugged dongle")
    func outside() {
        var monitor = unplugged()
        plugIn(&monitor, at: .seconds(20))
        #expect(monitor.advance(to: .seconds(60)).map(\.meaning) == [.exit])
        unplug(&monitor, at: .seconds(61))
        var twice = BeaconRegion(name: "twice", uuid: .example)
        twice.enterSightings = 2
        monitor.monitor(twice, lastDetermined: nil, at: .seconds(61))
        // An advert that was under way when the cable was pulled.
        _ = monitor.hear(.example(1, major: 9), rssiDBm: -60, dongle: 1, at: .seconds(62))
        #expect(monitor.status("twice")?.state == .unknown)
        let known = monitor.advance(to: .seconds(500)).filter { $0.region == "twice" }
        #expect(known.map(\.meaning) == [.determined])
    }

    @Test("when the last dongle goes too, no dongle is the reason")
    func allGone() {
        var monitor = unplugged()
        let silent = RegionMonitor.SilentDongle(name: "d1", reason: "unplugged")
        monitor.setListening(false, reason: "all unplugged", silent: [1: silent], at: .seconds(20))
        let lost = monitor.advance(to: .seconds(500))
        #expect(lost.map(\.at) == [.seconds(50)])
        #expect(lost.map(\.reason) == ["no dongle has listened for 30.0 s: all unplugged"])
        // The other one alone listens again, and says nothing about the first one's beacons.
        unplug(&monitor, at: .seconds(600))
        #expect(monitor.advance(to: .seconds(1000)) == [])
    }
}
