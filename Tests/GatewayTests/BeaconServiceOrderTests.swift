import Advertising
import BeaconTracking
import TestSupport
import GatewayModel
import NIOConcurrencyHelpers
import Notifications
import Store
import Testing

@testable import Gateway

/// Beacon events that happen at the same time, in an awkward order, or at the very end.
@Suite(.timeLimit(.minutes(2))) struct BeaconServiceOrderTests {
    private static let other = ProximityUUID(7)

    @Test("a region that is left while another dongle hears something else is left by the one that it was entered by")
    func originOfExit() async throws {
        let rig = try BeaconRig()
        try await rig.run {
            _ = try await rig.service.addRegion(.badge())
            await rig.pass(1)
            rig.clock.advance(by: .milliseconds(500))
            try await rig.hear()
            await rig.pass(5)
            rig.clock.advance(by: .milliseconds(200))
            // The exit is due at 6.5 s, and is noticed only when this other beacon is heard.
            try await rig.hear(9, uuid: Self.other, dongle: "d2")
            try await eventually("both are recorded") { try await rig.titles().count == 2 }
        }
        let events = try await rig.events.events(after: nil, kinds: nil, limit: 10)
        #expect(events.map(\.title) == ["Beacon Detected", "Beacon Lost"])
        #expect(events.map(\.dongle) == ["d1", "d1"])
    }

    @Test("what was due when the gateway stops is still told")
    func dueAtTheEnd() async throws {
        let rig = try BeaconRig()
        try await rig.run {
            _ = try await rig.service.addRegion(.badge())
            await rig.pass(1)
            rig.clock.advance(by: .milliseconds(500))
            try await rig.hear()
            await rig.pass(5)
            rig.clock.advance(by: .milliseconds(200))
        }
        #expect(try await rig.titles() == ["Beacon Detected", "Beacon Lost"])
        #expect(rig.told.map(\.type) == ["regionEnter", "regionExit"])
        #expect(try await rig.store.regions.list().map(\.state) == [.outside])
    }

    @Test("a reader's place is free as soon as it is ended, or its last copy gone")
    func placesOfReaders() async throws {
        let rig = try BeaconRig {
            $0.readerLimit = 1
            $0.scansAlways = false
        }
        try await rig.run {
            for _ in 0..<200 {
                let ranging = try await rig.service.subscribe(RangingQuery())
                await #expect(throws: GatewayError.tooMany("readers", limit: 1)) {
                    try await rig.service.subscribe(RangingQuery())
                }
                ranging.end()
            }
            for _ in 0..<200 { _ = try await rig.service.subscribe(RangingQuery()) }
            await eventually("nobody ranges any more") { rig.hub.demand == nil }
            // One reader leaves as another arrives, which still gets its ticks.
            for _ in 0..<50 {
                let first = try await rig.service.subscribe(RangingQuery())
                await rig.pass(1)
                first.end()
                let second = try await rig.service.subscribe(RangingQuery())
                await rig.pass(1)
                try await rig.hear()
                second.end()
            }
        }
        #expect(rig.service.places.isEmpty)
        await #expect(throws: GatewayError.stopping) { try await rig.service.subscribe(RangingQuery()) }
    }

    @Test("many readers that come and go at once leave ranging alive, and none behind")
    func restlessReaders() async throws {
        let rig = try BeaconRig {
            $0.readerLimit = 1000
            $0.scansAlways = false
        }
        try await rig.run {
            for _ in 0..<20 {
                await withThrowingTaskGroup(of: Void.self) { group in
                    for _ in 0..<50 {
                        group.addTask {
                            let ranging = try await rig.service.subscribe(RangingQuery())
                            await Task.yield()
                            ranging.end()
                        }
                    }
                }
                let last = try await rig.service.subscribe(RangingQuery())
                try await rig.hear()
                last.end()
            }
            await eventually("nobody ranges any more") { rig.hub.demand == nil }
            #expect(rig.service.places.isEmpty)
        }
    }

    @Test("a beacon that is forgotten does not come back with what was heard of it before")
    func forgottenBeacon() async throws {
        let rig = try BeaconRig()
        let identity = BeaconIdentity(uuid: BeaconRig.uuid, major: 1, minor: 1)
        try await rig.run {
            for _ in 0..<5 {
                try await rig.hear()
                await rig.pass(1)
            }
            try await rig.service.forgetBeacon(identity)
        }
        #expect(try await rig.store.beacons.find(identity) == nil)
        #expect(try await rig.store.history.list(from: .min, to: .max, after: nil, limit: 10).isEmpty)
    }

    @Test("what is heard when somebody ranges again is not of the minute in which the last one left")
    func minutesOfReaders() async throws {
        let rig = try BeaconRig { $0.scansAlways = false }
        try await rig.run {
            let first = try await rig.service.subscribe(RangingQuery())
            for _ in 0..<5 {
                try await rig.hear()
                await rig.pass(1)
            }
            first.end()
            await eventually("nobody ranges any more") { await rig.service.subscription == nil }
            try await eventually("it is stored") {
                try await rig.store.history.list(from: .min, to: .max, after: nil, limit: 10).count == 1
            }
            rig.clock.advance(by: .seconds(100))
            let second = try await rig.service.subscribe(RangingQuery())
            try await rig.hear()
            await rig.pass(1)
            second.end()
        }
        let kept = try await rig.store.history.list(from: .min, to: .max, after: nil, limit: 10)
        #expect(kept.map(\.entry.count) == [3, 1])
        #expect(kept.map { ($0.startMicroseconds - BeaconRig.begin.microsecondsSince1970) / 60_000_000 } == [0, 1])
    }

    @Test("a disk that is slow holds up no tick, and each minute keeps its own; of many the oldest are counted only")
    func slowDisk() async throws {
        let rig = try BeaconRig()
        let disk = Latch()
        try await rig.run {
            for _ in 0..<3 {
                try await rig.hear()
                await rig.pass(1)
            }
            let begun = Latch()
            async let held: Void = rig.service.holdStore(until: disk, begun)
            await begun.wait()
            let minutes = BeaconService.endedLimit + 3
            for _ in 0..<minutes {
                try await rig.hear()
                rig.jumpClock(by: .seconds(60))
                await rig.pass(1)
            }
            // Minutes that are waiting are not stored while the disk is busy.
            #expect(await rig.service.endedMinutes.count == BeaconService.endedLimit)
            #expect(await rig.service.status().historyDropped == 4)
            disk.set()
            await held
            let kept = try await rig.service.history(of: nil, in: .min ..< .max, after: nil, limit: 100)
            #expect(kept.intervals.map(\.count) == Array(repeating: 1, count: BeaconService.endedLimit))
            #expect(Set(kept.intervals.map(\.ts)).count == BeaconService.endedLimit)
        }
    }

    @Test("who ranges a region that is removed is at the end")
    func removedRegion() async throws {
        let rig = try BeaconRig()
        try await rig.run {
            _ = try await rig.service.addRegion(.badge())
            _ = try await rig.service.addRegion(.badge("other"))
            var query = RangingQuery()
            query.region = "badge"
            let ranging = try await rig.service.subscribe(query)
            query.region = "other"
            let other = try await rig.service.subscribe(query)
            await rig.pass(1)
            try await rig.hear()
            try await rig.service.removeRegion("badge")
            rig.setListening(false)
            await rig.pass(1)
            #expect(rig.service.places.count == 1)
            for await update in ranging {
                if case .tick = update { Issue.record("the region is gone") }
            }
            other.end()
        }
    }

    @Test("a region that is removed and added again is not given the state of the one before")
    func sameNameAgain() async throws {
        let slow = Latch()
        let rig = try BeaconRig { $0.notify = { _ in await slow.wait() } }
        try await rig.run {
            _ = try await rig.service.addRegion(.badge("first"))
            _ = try await rig.service.addRegion(.badge())
            await rig.pass(1)
            try await rig.hear()
            try await eventually("the first is recorded") { try await rig.titles().count == 1 }
            for name in ["first", "badge"] {
                try await rig.service.removeRegion(name)
                _ = try await rig.service.addRegion(.badge(name))
            }
            slow.set()
            try await eventually("the second, too") { try await rig.titles().count == 2 }
        }
        #expect(try await rig.store.regions.list().map(\.state) == [nil, nil])
    }

    @Test("regions added and removed at the same time are the same in the store and here")
    func addedAndRemoved() async throws {
        let rig = try BeaconRig()
        try await rig.run {
            for _ in 0..<300 {
                async let added = try? rig.service.addRegion(.badge())
                async let removed: Void? = try? rig.service.removeRegion("badge")
                async let again = try? rig.service.addRegion(.badge())
                _ = await (added, removed, again)
                let kept = try await rig.store.regions.list().map(\.name)
                #expect(await rig.service.names == kept)
            }
        }
    }

    @Test("a look that takes long does not undo what a later one has seen")
    func slowLook() async throws {
        let rig = try BeaconRig()
        try await rig.run {
            await rig.pass(1)
            let latch = Latch()
            rig.slowLook.withLockedValue { $0 = latch }
            async let slow: Void = rig.service.look()
            await eventually("it has seen it") { rig.slowLook.withLockedValue { $0 == nil } }
            rig.setListening(false)
            await rig.service.look()
            latch.set()
            await slow
            #expect(await rig.service.isListening == false)
        }
    }

    @Test("a gateway that stops takes its own links' end for no deafness")
    func stopping() async throws {
        let rig = try BeaconRig()
        await rig.service.look()
        #expect(await rig.service.isListening)
        rig.hub.finish()
        rig.setListening(false)
        await rig.service.look()
        #expect(await rig.service.isListening)
    }
}

extension BeaconService {
    /// Keeps the disk busy.
    func holdStore(until latch: Latch, _ begun: Latch) async {
        await storing.take {
            begun.set()
            await latch.wait()
        }
    }
}
