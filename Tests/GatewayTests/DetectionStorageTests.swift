import Advertising
import DongleProtocol
import TestSupport
import FlockFinder
import GatewayModel
import NIOConcurrencyHelpers
import Store
import Testing

@testable import Gateway

/// A store that fails for as long as the test says.
private final class UnsteadyKeeper: DetectionKeeper {
    private let store: Store
    private let isFailing = NIOLockedValueBox(false)
    private let attempts = NIOLockedValueBox(0)

    init(_ store: Store) { self.store = store }

    func setFailing(_ isOn: Bool) { isFailing.withLockedValue { $0 = isOn } }

    /// Number of times that it was given devices to store.
    var keepings: Int { attempts.withLockedValue { $0 } }

    private func check() throws(StoreError) {
        if isFailing.withLockedValue({ $0 }) { throw .full }
    }

    func keep(_ devices: [DetectedDevice], removing gone: Set<DetectionKey>) async throws(StoreError) {
        attempts.withLockedValue { $0 += 1 }
        try check()
        try await store.detections.keep(devices, removing: gone)
    }

    func list() async throws(StoreError) -> [DetectedDevice] {
        try check()
        return try await store.detections.list()
    }

    func count() async throws(StoreError) -> Int {
        try check()
        return try await store.detections.count()
    }

    func clear() async throws(StoreError) -> Int {
        try check()
        return try await store.detections.clear()
    }

    func mutes() async throws(StoreError) -> [(mute: DetectionMute, since: Int64)] {
        try await store.detections.mutes()
    }

    func addMute(_ mute: DetectionMute, atMicroseconds now: Int64) async throws(StoreError) -> Bool {
        try await store.detections.addMute(mute, atMicroseconds: now)
    }

    func removeMute(_ mute: DetectionMute) async throws(StoreError) -> Bool {
        try await store.detections.removeMute(mute)
    }
}

/// Storage of detections, and their retention.
@Suite(.timeLimit(.minutes(1))) struct DetectionStorageTests {
    private static let day: Int64 = 86_400_000_000
    private static let begin = DetectionRig.begin.microsecondsSince1970

    private static func device(_ address: UInt64, seen: Int64, count: UInt64 = 1) -> DetectedDevice {
        DetectedDevice(
            key: .address(BluetoothAddress(address), .bluetooth), types: [DetectedType("Camera", confidence: 85)],
            methods: [.bleName], firstSeen: seen - 5, lastSeen: seen, count: count)
    }

    private static func detection(_ address: UInt64) -> Detection {
        Detection(
            number: 0, uptimeMs: 0, matched: .bleName, confidence: 85, rssiDBm: -40, channel: 37,
            address: Address(rawValue: address), patternIndex: 0, text: "flock")
    }

    @Test("what a failing store refuses is counted once, tried again, and in the end stored as it is then")
    func failing() async throws {
        let store = try Store.inMemory()
        let keeper = UnsteadyKeeper(store)
        let rig = try DetectionRig([.name("flock")], store: store, keeper: keeper)
        try await rig.run {
            try await rig.hear(1, name: "flock")
            keeper.setFailing(true)
            await eventually("storing is awaited") { rig.clock.sleepers > 0 }
            rig.clock.advance(by: DetectionService.storeInterval)
            await eventually("it is refused") { await rig.service.status().notStored == 1 }
            try await rig.hear(1, name: "flock")
            try await rig.hear(2, name: "flock")
            for attempt in 2...4 {
                await eventually("the next attempt is awaited") { rig.clock.sleepers > 0 }
                rig.clock.advance(by: DetectionService.retryAfter)
                await eventually("it is tried again") { keeper.keepings == attempt }
            }
            await eventually("the last attempt has failed") { rig.clock.sleepers > 0 }
            let status = await rig.service.status()
            #expect(status.notStored == 2)
            let nothing = try await store.detections.count()
            #expect(nothing == 0)
            keeper.setFailing(false)
            rig.clock.advance(by: DetectionService.retryAfter)
            try await eventually("it is stored") { try await store.detections.count() == 2 }
            let counts = try await store.detections.list().map(\.count).sorted()
            #expect(counts == [1, 2])
        }
        // The event log reports the failure in the status of the store.
        let unrecorded = await rig.events.unrecorded
        #expect(unrecorded == 4)
    }

    @Test(
        "what the store refuses until the end is stored at the end, where it works again by then",
        arguments: [true, false])
    func end(_ works: Bool) async throws {
        let store = try Store.inMemory()
        let keeper = UnsteadyKeeper(store)
        let rig = try DetectionRig([.name("flock")], store: store, keeper: keeper)
        try await rig.run {
            for number in 1...5 { try await rig.hear(UInt64(number), name: "flock") }
            keeper.setFailing(true)
            let isStored = await rig.service.storeChanges()
            #expect(!isStored)
            // Nothing advances the clock any more.
            keeper.setFailing(!works)
        }
        let kept = try await store.detections.count()
        #expect(kept == (works ? 5 : 0))
        let notStored = await rig.service.status().notStored
        #expect(notStored == 5)
    }

    @Test("what was heard while the store could not be read is joined with what it has, and nothing of either is lost")
    func beforeLoading() async throws {
        let store = try Store.inMemory()
        try await store.detections.keep([
            Self.device(1, seen: Self.begin - Self.day, count: 50), Self.device(2, seen: Self.begin - 7),
        ])
        let keeper = UnsteadyKeeper(store)
        keeper.setFailing(true)
        let rig = try DetectionRig([.name("flock")], store: store, keeper: keeper)
        try await rig.run {
            await eventually("loading has failed") { rig.clock.sleepers > 0 }
            for address in [1, 1, 3] as [UInt64] {
                await rig.service.hear(Self.detection(address), from: "d1", isSimulated: false)
            }
            let isStored = await rig.service.storeChanges()
            #expect(!isStored)
            // The rows of the store are unchanged so far.
            let counts = try await store.detections.list().map(\.count)
            #expect(counts == [1, 50])
            keeper.setFailing(false)
            rig.clock.advance(by: DetectionService.retryAfter)
            await eventually("it is loaded") { await rig.service.isLoaded }
            let devices = try await rig.devices()
            #expect(devices.map(\.count) == [52, 1, 1])
            #expect(devices.first?.firstSeen.microsecondsSince1970 == Self.begin - Self.day - 5)
            // The rules at that time did not know the device; the type that was known from before
            // stays.
            #expect(devices.first?.deviceTypes == ["Camera"])
        }
        let stored = try await store.detections.list()
        #expect(Set(stored.map(\.count)) == [52, 1] && stored.count == 3)
    }

    @Test("a device is forgotten 90 days after it was heard last, here and in the store, and counts as no loss")
    func ageing() async throws {
        let store = try Store.inMemory()
        try await store.detections.keep([
            Self.device(1, seen: Self.begin - 89 * Self.day), Self.device(2, seen: Self.begin - 1),
        ])
        let rig = try DetectionRig([.name("flock")], store: store)
        try await rig.run {
            try await rig.service.load()
            rig.clock.advance(by: .seconds(86_400 - 1))
            let before = try await rig.devices()
            #expect(before.count == 2)
            rig.clock.advance(by: .seconds(2))
            let after = try await rig.devices()
            #expect(after.map(\.key) == ["ble:00:00:00:00:00:02"])
            let status = await rig.service.status()
            #expect(status.evicted == 0)
            // No advert is heard meanwhile.
            await eventually("storing is awaited") { rig.clock.sleepers > 0 }
            rig.clock.advance(by: DetectionService.storeInterval)
            try await eventually("it is removed") { try await store.detections.count() == 1 }
            rig.clock.advance(by: .seconds(89 * 86_400))
            try await rig.hear(3, name: "flock")
        }
        let left = try await store.detections.list()
        #expect(left.map(\.key.address) == [BluetoothAddress(3)])
    }

    @Test("a time of day that jumps years ahead or back forgets nobody", arguments: [400, -400])
    func jump(_ days: Int) async throws {
        let store = try Store.inMemory()
        try await store.detections.keep([
            Self.device(1, seen: Self.begin - 80 * Self.day), Self.device(2, seen: Self.begin - 1),
        ])
        let rig = try DetectionRig([.name("flock")], store: store)
        try await rig.run {
            try await rig.service.load()
            rig.jump.withLockedValue { $0 = .seconds(days * 86_400) }
            try await rig.hear(3, name: "flock")
            let devices = try await rig.devices()
            #expect(devices.count == 3)
        }
        let kept = try await store.detections.count()
        #expect(kept == 3)
    }

    @Test("how many devices there are is told without reading them")
    func summary() async throws {
        let store = try Store.inMemory()
        try await store.detections.keep([Self.device(1, seen: 1), Self.device(2, seen: 2)])
        let rig = try DetectionRig([.name("flock")], store: store) { $0.detects = false }
        var summary = await rig.service.summary()
        #expect(summary.devices == 2 && summary.attached == 0 && !summary.active)
        let isLoaded = await rig.service.isLoaded
        #expect(!isLoaded)
        try store.close()
        summary = await rig.service.summary()
        #expect(summary.devices == 0)
    }
}
