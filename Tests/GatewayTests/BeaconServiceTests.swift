import Advertising
import BeaconTracking
import TestSupport
import GatewayModel
import NIOConcurrencyHelpers
import Store
import Testing

@testable import Gateway

/// Beacons from the hub to events, history and readers, with a clock that stands still.
@Suite(.timeLimit(.minutes(2))) struct BeaconServiceTests {
    @Test("a region that is entered and left is recorded, kept and told, once each")
    func enterAndExit() async throws {
        let rig = try BeaconRig()
        try await rig.run {
            _ = try await rig.service.addRegion(.badge())
            await rig.pass(1)
            try await rig.hear(rssi: -67)
            try await rig.hear(2)
            await rig.pass(4)
            #expect(try await rig.service.region("badge").state == .inside)
            #expect(try await rig.service.region("badge").beacons == 2)
            await rig.pass(3)
            try await eventually("both are recorded") { try await rig.titles().count == 2 }
            await eventually("both are told") { rig.told.count == 2 }
            await rig.pass(30)
        }
        let events = try await rig.events.events(after: nil, kinds: nil, limit: 10)
        try #require(events.map(\.title) == ["Beacon Detected", "Beacon Lost"])
        #expect(events.map(\.kind) == [.regionEnter, .regionExit])
        #expect(events.allSatisfy { $0.dongle == "d1" && $0.simulated })
        #expect(events[0].detail == "badge: heard \(BeaconRig.uuid)/1/1 at −67 dBm")
        #expect(events[1].detail == "badge: no sighting of any of 2 beacons for 5.0 s; last −60 dBm")
        #expect(rig.told.map(\.type) == ["regionEnter", "regionExit"])
        #expect(rig.told.map(\.rssi) == [-67, -60])
        #expect(try await rig.store.regions.list().map(\.state) == [.outside])
    }

    @Test("what is heard right after a region was made counts from then, not from the next tick")
    func heardAtOnce() async throws {
        let rig = try BeaconRig()
        try await rig.run {
            await rig.pass(1)
            _ = try await rig.service.addRegion(.badge())
            try await rig.hear()
            await rig.pass(6)
            try await eventually("both are recorded") { try await rig.titles().count == 2 }
        }
        let events = try await rig.events.events(after: nil, kinds: nil, limit: 10)
        #expect(events.last?.detail == "badge: no sighting of its one beacon for 5.0 s; last −60 dBm")
    }

    @Test("the name of a beacon that was never heard can be taken away, and its calibration")
    func unmark() async throws {
        let rig = try BeaconRig()
        let identity = BeaconIdentity(uuid: BeaconRig.uuid, major: 9, minor: 9)
        await #expect(throws: GatewayError.unknownBeacon("\(identity)")) {
            try await rig.service.setAlias(nil, of: identity)
        }
        #expect(try await rig.service.setAlias("nobody", of: identity).alias == "nobody")
        #expect(try await rig.service.setAlias(nil, of: identity).alias == nil)
        await #expect(throws: GatewayError.unknownBeacon("\(identity)")) {
            try await rig.service.setCalibration(nil, of: identity)
        }
    }

    @Test("after a restart a region that is still inside is not entered again, and is left when nothing comes")
    func restart() async throws {
        let store = try Store.inMemory()
        let first = try BeaconRig(store: store)
        try await first.run {
            _ = try await first.service.addRegion(.badge())
            await first.pass(1)
            try await first.hear()
        }
        #expect(try await first.titles() == ["Beacon Detected"])
        let second = try BeaconRig(store: store)
        try await second.run {
            await second.pass(1)
            #expect(try await second.service.region("badge").state == .unknown)
            try await second.hear()
            try await eventually("its state is determined") { try await second.titles().count == 2 }
        }
        let third = try BeaconRig(store: store)
        try await third.run {
            #expect(try await third.service.region("badge").lastDetermined == .inside)
            await third.pass(8)
            try await eventually("it is left") { try await third.titles().count == 3 }
        }
        #expect(
            try await third.titles() == ["Beacon Detected", "Region state determined: inside", "Beacon Lost"])
        #expect(first.told.count == 1 && second.told.isEmpty && third.told.map(\.type) == ["regionExit"])
    }

    @Test("a notice is handed over before the state is kept that would silence it after a crash")
    func noticeFirst() async throws {
        let store = try Store.inMemory()
        let states = NIOLockedValueBox<[RegionState?]>([])
        let rig = try BeaconRig(store: store) {
            $0.notify = { _ in
                let kept = try? await store.regions.list().first?.state
                states.withLockedValue { $0.append(kept) }
            }
        }
        try await rig.run {
            _ = try await rig.service.addRegion(.badge())
            await rig.pass(1)
            try await rig.hear()
            await eventually("it is told") { states.withLockedValue { $0.count } == 1 }
        }
        #expect(states.withLockedValue { $0 } == [nil])
        #expect(try await store.regions.list().map(\.state) == [.inside])
    }

    @Test("while no dongle listens regions are not left; the loss is told once, and then the state is unknown")
    func radioLost() async throws {
        let rig = try BeaconRig()
        try await rig.run {
            _ = try await rig.service.addRegion(.badge())
            await rig.pass(1)
            try await rig.hear()
            rig.setListening(false)
            await rig.pass(3)
            #expect(try await rig.service.region("badge").state == .inside)
            await rig.pass(5)
            #expect(try await rig.service.region("badge").state == .unknown)
            rig.setListening(true)
            await rig.pass(2)
            try await rig.hear()
            #expect(try await rig.service.region("badge").state == .inside)
            rig.setListening(false)
            await rig.pass(1)
            try await eventually("all is recorded") { try await rig.titles().count == 5 }
        }
        #expect(
            try await rig.titles() == [
                "Beacon Detected", "Beacon ranging failed: it was unplugged", "Region state unknown",
                "Region state determined: inside", "Beacon ranging failed: it was unplugged",
            ])
        #expect(rig.told.map(\.type) == ["regionEnter"])
    }

    @Test("a region that only the unplugged dongle heard is not left, but unknown, until the dongle is back")
    func oneDongleLost() async throws {
        let rig = try BeaconRig()
        try await rig.run {
            _ = try await rig.service.addRegion(.badge())
            await rig.pass(1)
            try await rig.hear()
            rig.unplug("d1")
            await rig.pass(3)
            #expect(try await rig.service.region("badge").state == .inside)
            await rig.pass(60)
            #expect(try await rig.service.region("badge").state == .unknown)
            #expect(rig.told.map(\.type) == ["regionEnter"])
            rig.setListening(true)
            await rig.pass(7)
            try await eventually("all is recorded") { try await rig.titles().count == 3 }
        }
        #expect(try await rig.titles() == ["Beacon Detected", "Region state unknown", "Beacon Lost"])
        let events = try await rig.events.events(after: nil, kinds: nil, limit: 10)
        #expect(
            events[1].detail
                == "badge: dongle d1, the last that heard it, has not listened for 5.0 s: it was unplugged")
        #expect(rig.told.map(\.type) == ["regionEnter", "regionExit"])
    }

    @Test("ranging of a region begins with its enter and ends with its exit")
    func rangingOfRegion() async throws {
        let rig = try BeaconRig()
        try await rig.run {
            _ = try await rig.service.addRegion(.badge())
            var query = RangingQuery()
            query.region = "badge"
            let ranging = try await rig.service.subscribe(query)
            await rig.pass(2)
            try await rig.hear()
            try await rig.hear(9, uuid: ProximityUUID(7))
            await rig.pass(8)
            ranging.end()
            var seen: [String] = []
            for await update in ranging {
                switch update {
                case .tick(let tick):
                    #expect(tick.listening && tick.beacons.map(\.minor) == [1])
                    seen.append("tick")
                case .region(let line): seen.append(line.meaning.rawValue)
                case .missed: Issue.record("nothing is missed")
                }
            }
            // The fifth second ends at the moment of the exit, which comes first.
            #expect(seen == ["enter"] + Array(repeating: "tick", count: 4) + ["exit"])
        }
    }

    @Test("a reader of ranging that is slow misses the oldest, and is told how many")
    func slowReader() async throws {
        let rig = try BeaconRig()
        try await rig.run {
            let ranging = try await rig.service.subscribe(RangingQuery())
            await rig.pass(RangingSubscription.capacity + 10)
            ranging.end()
            var (ticks, missed): (Int, UInt64) = (0, 0)
            for await update in ranging {
                switch update {
                case .tick: ticks += 1
                case .missed(let count): missed += count
                case .region: Issue.record("there is no region")
                }
            }
            #expect(UInt64(ticks) + missed <= UInt64(RangingSubscription.capacity) + 10)
            #expect(ticks >= RangingSubscription.capacity / 2 && missed > 0)
            #expect(await rig.service.updatesMissed >= 10)
        }
    }

    @Test("each minute is summed up by beacon and dongle, and what is left at the end as well")
    func history() async throws {
        let rig = try BeaconRig()
        let identity = BeaconIdentity(uuid: BeaconRig.uuid, major: 1, minor: 1)
        try await rig.run {
            for rssi: Int8 in [-60, -62, -64, -66, -68] {
                try await rig.hear(rssi: rssi)
                await rig.pass(1)
            }
            await rig.pass(60)
            try await rig.hear(rssi: -70)
            try await rig.hear(rssi: -50, dongle: "d2")
        }
        let kept = try await rig.store.history.list(of: identity, from: .min, to: .max, limit: 10)
        // The first sightings are not counted, since the beacon might have been part of a flood.
        try #require(kept.map(\.entry.count) == [3, 1, 1])
        #expect(kept.map(\.entry.dongle) == ["d1", "d1", "d2"])
        #expect(kept[0].entry.rssi == HistoryRSSI(minimum: -68, mean: -66, maximum: -64))
        #expect(kept[0].startMicroseconds == BeaconRig.begin.microsecondsSince1970)
        #expect(kept[1].startMicroseconds == BeaconRig.begin.microsecondsSince1970 + 60_000_000)
        #expect(kept.allSatisfy { ($0.entry.distanceM ?? -1) > 0 })
    }

    @Test("a clock that jumps neither enters nor leaves a region, and its minutes are merged")
    func clockJumps() async throws {
        let rig = try BeaconRig()
        try await rig.run {
            _ = try await rig.service.addRegion(.badge())
            for _ in 0..<4 {
                await rig.pass(1)
                try await rig.hear()
            }
            rig.jumpClock(by: .seconds(86_400))
            await rig.pass(1)
            try await rig.hear()
            rig.jumpClock(by: .seconds(-2 * 86_400))
            await rig.pass(1)
            try await rig.hear()
            rig.jumpClock(by: .seconds(86_400))
            await rig.pass(1)
            try await rig.hear()
            await rig.pass(1)
        }
        #expect(try await rig.titles() == ["Beacon Detected"])
        let kept = try await rig.store.history.list(from: .min, to: .max, after: nil, limit: 10)
        #expect(kept.reduce(0) { $0 + $1.entry.count } == 5 && kept.count == 3)
    }

    @Test("a store that fails loses its summaries, which are counted, and nothing else")
    func storeFails() async throws {
        let rig = try BeaconRig()
        try await rig.run {
            _ = try await rig.service.addRegion(.badge())
            await rig.pass(1)
            try rig.store.close()
            for _ in 0..<5 {
                try await rig.hear()
                await rig.pass(1)
            }
            #expect(await rig.service.monitor.status("badge")?.state == .inside)
            await rig.pass(60)
            #expect(await rig.service.status().historyDropped == 3)
            await eventually("people are told all the same") { rig.told.count == 2 }
        }
    }

    @Test("in a gateway that does not scan always, a region is a reason to scan, and without one there is none")
    func demand() async throws {
        let rig = try BeaconRig { $0.scansAlways = false }
        try await rig.run {
            #expect(rig.hub.demand == nil)
            let ranging = try await rig.service.subscribe(RangingQuery())
            await eventually("it scans") { rig.hub.demand != nil }
            ranging.end()
            await eventually("it does not") { rig.hub.demand == nil }
            _ = try await rig.service.addRegion(.badge())
            await eventually("it scans") { rig.hub.demand != nil }
            try await rig.service.removeRegion("badge")
            await eventually("it does not") { rig.hub.demand == nil }
        }
    }

    @Test("a verb's own gateway watches regions only while somebody looks at them")
    func notADaemon() async throws {
        let rig = try BeaconRig {
            $0.isDaemon = false
            $0.scansAlways = false
        }
        try await rig.run {
            _ = try await rig.service.addRegion(.badge())
            #expect(rig.hub.demand == nil)
            #expect(try await rig.service.region("badge").monitoring == false)
            let ranging = try await rig.service.subscribe(RangingQuery())
            await rig.pass(1)
            try await rig.hear()
            await rig.pass(1)
            #expect(try await rig.titles() == [])
            var query = RangingQuery()
            query.wantsTicks = false
            let watching = try await rig.service.subscribe(query)
            await rig.pass(1)
            try await rig.hear()
            try await eventually("it is entered") { try await rig.titles() == ["Beacon Detected"] }
            ranging.end()
            watching.end()
        }
    }

    @Test("names and calibrations are kept, and ranging goes by them")
    func names() async throws {
        let store = try Store.inMemory()
        let identity = BeaconIdentity(uuid: BeaconRig.uuid, major: 1, minor: 1)
        let first = try BeaconRig(store: store)
        try await first.run {
            _ = try await first.service.setAlias("Table 7", of: identity)
            _ = try await first.service.setCalibration(
                BeaconCalibrationRecord(powerAt1m: -70, samples: 30, spread: 4), of: identity)
            await #expect(throws: GatewayError.invalidBeaconAlias("a/b")) {
                try await first.service.setAlias("a/b", of: identity)
            }
        }
        let second = try BeaconRig(store: store)
        try await second.run {
            let ranging = try await second.service.subscribe(RangingQuery())
            try await second.hear(rssi: -70)
            await second.pass(1)
            ranging.end()
            var ticks: [RangingLine] = []
            for await update in ranging {
                if case .tick(let tick) = update { ticks.append(tick) }
            }
            try #require(!ticks.isEmpty)
            for tick in ticks {
                let beacon = try #require(tick.beacons.first)
                #expect(beacon.alias == "Table 7" && beacon.calibrated && beacon.power == -70)
                #expect(abs(beacon.accuracy - 1) < 0.01 && beacon.rssi == -70 && beacon.dongle == "d1")
            }
            let known = try await second.service.beacon(identity)
            #expect(known.alias == "Table 7" && known.calibration?.samples == 30 && known.now != nil)
            #expect(try await second.service.beacon(alias: "Table 7")?.minor == 1)
            try await second.service.forgetBeacon(identity)
            #expect(try await second.service.beacon(alias: "Table 7") == nil)
        }
    }

    @Test("what cannot be a region is refused with what was given")
    func refusals() async throws {
        let rig = try BeaconRig()
        try await rig.run {
            await #expect(throws: GatewayError.invalidRegionName("a b")) {
                try await rig.service.addRegion(RegionDefinition(name: "a b", uuid: BeaconRig.uuid))
            }
            _ = try await rig.service.addRegion(.badge())
            await #expect(throws: StoreError.regionTaken(name: "badge")) {
                try await rig.service.addRegion(.badge())
            }
            let narrow = try await rig.service.addRegion(
                RegionDefinition(name: "narrow", uuid: BeaconRig.uuid, major: 1))
            #expect(narrow.coveredBy == ["badge"] && narrow.covers == [])
            #expect(try await rig.service.region("badge").covers == ["narrow"])
            var query = RangingQuery()
            query.region = "none"
            await #expect(throws: GatewayError.unknownRegion("none", known: ["badge", "narrow"])) {
                try await rig.service.subscribe(query)
            }
            await #expect(throws: GatewayError.unknownRegion("none", known: ["badge", "narrow"])) {
                try await rig.service.removeRegion("none")
            }
        }
    }
}
