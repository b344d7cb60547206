import Advertising
import TestSupport
import FlockFinder
import GatewayModel
import LineFormats
import Store
import Testing

@testable import Gateway

@Suite(.timeLimit(.minutes(1))) struct DetectionServiceTests {
    @Test("a device that has a pattern gets one row, whatever it is called")
    func oneRow() async throws {
        let rig = try DetectionRig([.name("flock")])
        try await rig.run {
            try await rig.hear(1, name: "Flock-1", rssi: -70)
            rig.clock.advance(by: .seconds(2))
            try await rig.hear(1, name: "my FLOCK", rssi: -50, dongle: "d2")
            await rig.publish(2, name: "something")
            try await rig.hear(3, name: "flock")
            let devices = try await rig.devices()
            #expect(devices.map(\.key) == ["ble:00:00:00:00:00:01", "ble:00:00:00:00:00:03"])
            let first = try #require(devices.first)
            #expect(first.name == "my FLOCK" && first.count == 2 && first.deviceTypes == ["Camera"])
            #expect(first.methods == [.bleName] && first.confidence == 85 && first.tier == .high)
            #expect(first.rssi == -50 && first.bestRSSI == -50 && first.channel == 37)
            #expect(first.sources == ["d1", "d2"] && first.simulated == true && !first.muted)
            #expect(first.firstSeen == DetectionRig.begin)
            #expect(first.lastSeen.microsecondsSince1970 == DetectionRig.begin.microsecondsSince1970 + 2_000_000)
        }
    }

    @Test("switching a pattern on or off takes effect at once")
    func atOnce() async throws {
        let rig = try DetectionRig([])
        try await rig.run {
            let status = await rig.service.status()
            #expect(!status.active && status.patterns == 0)
            await rig.setRules([try .name("flock")])
            try await rig.hear(1, name: "flock")
            await rig.setRules([try .name("raven", type: "Raven")])
            await rig.publish(1, name: "flock")
            try await rig.hear(2, name: "raven")
            let devices = try await rig.devices()
            #expect(devices.map(\.count) == [1, 1])
            await rig.setRules([])
            await eventually("nothing is read") { await !rig.service.status().active }
        }
    }

    @Test("without an enabled pattern no adverts are read, nor where nobody asked for detection")
    func notWanted() async throws {
        for rig in [
            try DetectionRig([]), try DetectionRig([.name("a")]) { $0.detects = false },
            try DetectionRig([.name("a")]) { $0.isDaemon = false },
            try DetectionRig([.name("a")]) { $0.scansAlways = false },
        ] {
            try await rig.run {
                try await rig.service.load()
                let before = await rig.service.isWanted
                #expect(!before)
            }
        }
    }

    @Test("a reader has it look where it does not by itself, and no longer than it stays")
    func reader() async throws {
        let rig = try DetectionRig([.name("flock")]) { $0.isDaemon = false }
        try await rig.run {
            let subscription = try await rig.service.subscribe(DetectionQuery())
            try await rig.hear(1, name: "flock")
            subscription.end()
            await eventually("nothing is read") { await !rig.service.status().active }
        }
    }

    @Test("a reader is told of a device once in each interval, and of what it asked for alone")
    func telling() async throws {
        let rig = try DetectionRig([.name("flock"), .name("other", type: "Other", confidence: 10)])
        try await rig.run {
            let all = try await rig.service.subscribe(DetectionQuery())
            let high = try await rig.service.subscribe(DetectionQuery(leastTier: .high))
            let others = try await rig.service.subscribe(DetectionQuery(deviceType: "OTHER"))
            try await rig.hear(1, name: "flock")
            var iterator = all.makeAsyncIterator()
            let first = await iterator.next()
            #expect(first?.count == 1)
            for _ in 0..<5 { try await rig.hear(1, name: "flock") }
            try await rig.hear(2, name: "other")
            await eventually("the next interval is awaited") { rig.clock.sleepers > 0 }
            rig.clock.advance(by: DetectionService.tellInterval)
            var counts = [await iterator.next()?.count, await iterator.next()?.count]
            counts.sort { $0 ?? 0 < $1 ?? 0 }
            #expect(counts == [1, 6])
            // The service answers once it has told every reader.
            _ = await rig.service.status()
            for subscription in [all, high, others] { subscription.end() }
            var told: [UInt64] = []
            for await update in high { told.append(update.count ?? 0) }
            #expect(told == [1, 6])
            told = []
            for await update in others { told.append(update.count ?? 0) }
            #expect(told == [1])
        }
    }

    @Test("what is muted is not told of and makes no event, and is counted all the same")
    func muting() async throws {
        let rig = try DetectionRig([.name("flock")])
        try await rig.run {
            try await rig.service.mute(DetectionMuteRecord(kind: .address, value: "00:00:00:00:00:01"))
            let reader = try await rig.service.subscribe(DetectionQuery())
            let nosy = try await rig.service.subscribe(DetectionQuery(includesMuted: true))
            try await rig.hear(1, name: "flock")
            var iterator = nosy.makeAsyncIterator()
            let told = await iterator.next()
            #expect(told?.count == 1)
            _ = await rig.service.status()
            for subscription in [reader, nosy] { subscription.end() }
            var heard = 0
            for await _ in reader { heard += 1 }
            #expect(heard == 0)
            let devices = try await rig.devices()
            #expect(devices.map(\.muted) == [true])
            let unmuted = try await rig.devices(muted: false)
            #expect(unmuted.isEmpty)
            let events = try await rig.eventRecords()
            #expect(events.isEmpty)
            try await rig.service.unmute(DetectionMuteRecord(kind: .address, value: "00:00:00:00:00:01"))
            let after = try await rig.devices(muted: false)
            #expect(after.count == 1)
        }
    }

    @Test("mutes that cannot be are refused, and so is taking away what is not there")
    func badMutes() async throws {
        let rig = try DetectionRig([])
        for (kind, value) in [(.tier, "top"), (.address, "x"), (.type, "")] as [(DetectionMute.Kind, String)] {
            await #expect(throws: DetectionError.self) {
                try await rig.service.mute(DetectionMuteRecord(kind: kind, value: value))
            }
        }
        await #expect(throws: DetectionError.notMuted(kind: .tier, value: "low")) {
            try await rig.service.unmute(DetectionMuteRecord(kind: .tier, value: "low"))
        }
        for number in 0..<DetectionMute.limit {
            _ = try await rig.store.detections.addMute(.deviceType("\(number)"), atMicroseconds: 1)
        }
        await #expect(throws: DetectionError.tooManyMutes(limit: DetectionMute.limit)) {
            try await rig.service.mute(DetectionMuteRecord(kind: .tier, value: "low"))
        }
        // An existing mute can be added again.
        try await rig.service.mute(DetectionMuteRecord(kind: .type, value: "7"))
    }

    @Test("the event log is told of a device of the tier high once, and of no other")
    func events() async throws {
        let rig = try DetectionRig([.name("flock"), .name("unsure", confidence: 30)])
        try await rig.run {
            for _ in 0..<3 { try await rig.hear(1, name: "Flock-9") }
            try await rig.hear(2, name: "unsure")
            try await eventually("it is recorded") { try await !rig.eventRecords().isEmpty }
            // Its name makes the second device a detection.
            try await rig.hear(2, name: "flock")
            try await eventually("it is recorded") { try await rig.eventRecords().count == 2 }
        }
        let events = try await rig.eventRecords()
        #expect(events.map(\.title) == ["Device detected", "Device detected"])
        #expect(events.first?.detail == "Camera at 00:00:00:00:00:01, \"Flock-9\", by ble-name, 85 %, -60 dBm.")
        #expect(events.first?.simulated == true && events.first?.dongle == "d1")
    }

    @Test("more than ten a minute are only counted")
    func eventLimit() async throws {
        let rig = try DetectionRig([.name("flock")])
        try await rig.run {
            for number in 1...15 { try await rig.hear(UInt64(number), name: "flock") }
            var status = await rig.service.status()
            #expect(status.eventsSuppressed == 5)
            rig.clock.advance(by: .seconds(60))
            try await rig.hear(16, name: "flock")
            status = await rig.service.status()
            #expect(status.eventsSuppressed == 5)
            try await eventually("they are recorded") { try await rig.eventRecords().count == 11 }
        }
    }

    @Test("what was found is stored every few seconds, and when the gateway ends")
    func storing() async throws {
        let store = try Store.inMemory()
        let rig = try DetectionRig([.name("flock")], store: store)
        try await rig.run {
            try await rig.hear(1, name: "flock")
            await eventually("storing is awaited") { rig.clock.sleepers > 0 }
            let before = try await store.detections.list()
            #expect(before.isEmpty)
            rig.clock.advance(by: DetectionService.storeInterval)
            try await eventually("it is stored") { try await store.detections.list().count == 1 }
            try await rig.hear(1, name: "flock")
            try await rig.hear(2, name: "flock")
        }
        let stored = try await store.detections.list()
        #expect(Set(stored.map(\.count)) == [2, 1])
        // The next gateway continues the counts, and a known device is no new event.
        let next = try DetectionRig([.name("flock")], store: store)
        let eventsBefore = try await next.eventRecords().count
        try await next.run {
            try await next.service.load()
            try await next.hear(1, name: "flock")
            let devices = try await next.devices()
            #expect(devices.map(\.count) == [3, 1])
        }
        let eventsAfter = try await next.eventRecords().count
        #expect(eventsAfter == eventsBefore)
    }

    @Test("clearing forgets every device, in the store too, and no mute")
    func clearing() async throws {
        let rig = try DetectionRig([.name("flock")])
        try await rig.run {
            try await rig.service.mute(DetectionMuteRecord(kind: .tier, value: "low"))
            try await rig.hear(1, name: "flock")
            await rig.service.storeChanges()
            let removed = try await rig.service.clear()
            #expect(removed == 1)
            let devices = try await rig.devices()
            #expect(devices.isEmpty)
        }
        let stored = try await rig.store.detections.list()
        #expect(stored.isEmpty)
        let mutes = try await rig.service.muteList().mutes
        #expect(mutes == [DetectionMuteRecord(kind: .tier, value: "low")])
    }

    @Test("pages have every device once, and filters are kept to")
    func pages() async throws {
        let rig = try DetectionRig([.name("flock"), .name("unsure", type: "Other", confidence: 30)])
        try await rig.run {
            for number in 1...7 { try await rig.hear(UInt64(number), name: number % 2 == 0 ? "flock" : "unsure") }
            var keys: [String] = []
            var after: String?
            repeat {
                let page = try await rig.service.list(
                    DetectionQuery(), since: nil, muted: nil, after: after, limit: 3)
                keys += page.detections.map(\.key)
                after = page.next
            } while after != nil
            #expect(keys == (1...7).map { "ble:00:00:00:00:00:0\($0)" })
            let high = try await rig.devices(DetectionQuery(leastTier: .high))
            #expect(high.count == 3)
            let other = try await rig.devices(DetectionQuery(deviceType: "other"))
            #expect(other.count == 4)
            rig.clock.advance(by: .seconds(100))
            try await rig.hear(3, name: "unsure")
            let since = Timestamp(microsecondsSince1970: DetectionRig.begin.microsecondsSince1970 + 50_000_000)
            let late = try await rig.service.list(DetectionQuery(), since: since, muted: nil, after: nil, limit: 10)
            #expect(late.detections.map(\.key) == ["ble:00:00:00:00:00:03"])
        }
    }
}

extension DetectionSubscription.Element {
    /// Sighting count of the device in this update.
    fileprivate var count: UInt64? { if case .device(let device) = self { device.count } else { nil } }
}
