import Advertising
import BeaconTracking
import DongleLink
import TestSupport
import GatewayModel
import LineFormats
import Logging
import NIOConcurrencyHelpers
import Notifications
import Store
import Testing

@testable import Gateway

/// A beacon service between a hub that the test feeds and a store in memory, with a clock that the
/// test moves.
final class BeaconRig: Sendable {
    static let uuid = ProximityUUID(0xE7B2_C021_5D07_4D0B_9C20_2234_88C8_B012)
    static let begin = Timestamp(microsecondsSince1970: 1_767_637_800_000_000)

    let clock = ManualClock()
    let hub: AdvertHub
    let events: EventLog
    let store: Store
    let badges: BadgeCache
    let service: BeaconService
    private let notices = NIOLockedValueBox<[Notice]>([])
    private let listening: NIOLockedValueBox<BeaconService.Listening>
    private let jump = NIOLockedValueBox(Duration.zero)
    /// Delays the next check for a listening dongle, after the check has read the state.
    let slowLook = NIOLockedValueBox<Latch?>(nil)

    init(store: Store? = nil, _ change: (inout Gateway.Configuration) -> Void = { _ in }) throws {
        let clock = clock.clock
        self.store = try store ?? .inMemory()
        var configuration = Gateway.Configuration()
        badges = BadgeCache(clock: clock)
        let (notices, listening, jump) = (notices, NIOLockedValueBox(Self.hearing), jump)
        let slowLook = slowLook
        configuration.notify = { notice in notices.withLockedValue { $0.append(notice) } }
        change(&configuration)
        hub = AdvertHub(
            standing: configuration.scansAlways ? ScanDemand(isActive: true, minimumRSSI: nil) : nil, readerLimit: 10,
            clock: clock)
        events = EventLog(
            store: self.store.events, readerLimit: 10, clock: clock, logger: .silent,
            describe: { ("error", "\($0)", "") })
        self.listening = listening
        service = BeaconService(
            configuration: configuration, store: self.store, hub: hub, eventLog: events, badges: badges, clock: clock,
            logger: .silent,
            listening: {
                let seen = listening.withLockedValue { $0 }
                await slowLook.withLockedValue { $0.take() }?.wait()
                return seen
            },
            timeOfDay: {
                let passed = clock.now() + jump.withLockedValue { $0 }
                return Timestamp(
                    microsecondsSince1970: Self.begin.microsecondsSince1970 + Int64(passed / .microseconds(1)))
            })
    }

    static let hearing = BeaconService.Listening(dongles: ["d1", "d2"], reason: "")

    /// Runs the service while `body` runs, then ends it as a stopping gateway does.
    func run(_ body: () async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await self.service.run() }
            let outcome: Result<Void, any Error>
            do { outcome = .success(try await body()) } catch { outcome = .failure(error) }
            hub.finish()
            await service.finish()
            group.cancelAll()
            try await group.waitForAll()
            try outcome.get()
        }
    }

    var told: [Notice] { notices.withLockedValue { $0 } }

    /// Sets whether both dongles listen, or none.
    func setListening(_ isListening: Bool) {
        listening.withLockedValue {
            $0 = isListening ? Self.hearing : BeaconService.Listening(dongles: [], reason: "it was unplugged")
        }
    }

    /// Unplugs one dongle; the other goes on listening.
    func unplug(_ dongle: String) {
        listening.withLockedValue {
            $0 = BeaconService.Listening(
                dongles: Self.hearing.dongles.subtracting([dongle]), reasons: [dongle: "it was unplugged"], reason: "")
        }
    }

    /// Sets the time of day forward, as a user would.
    func jumpClock(by time: Duration) { jump.withLockedValue { $0 += time } }

    /// Hears a beacon, and returns once the service has processed it.
    func hear(_ minor: UInt16 = 1, uuid: ProximityUUID = uuid, rssi: Int8 = -60, dongle: String = "d1") async throws {
        let before = await service.tracker.counts.sightings
        let identity = BeaconIdentity(uuid: uuid, major: 1, minor: minor)
        let data = IBeacon(identity: identity, measuredPowerDBm: -59).manufacturerData
        let sighting = Sighting(
            number: 0, microsecondsSince1970: 0, address: BluetoothAddress(UInt64(minor)), addressType: .random,
            pdu: .nonConnectable, rssiDBm: rssi, channel: 37, isTruncated: false,
            data: [26, 0xFF, 0x4C, 0x00] + data.bytes)
        await eventually("adverts are followed") {
            // A cancelled subscription still exists for a moment, but demands nothing any more.
            await service.subscription != nil && hub.demand != nil
        }
        await hub.publish(HeardAdverts(dongle: dongle, isSimulated: true, sightings: [sighting]), from: 1)
        await eventually("the sighting is taken") { await service.tracker.counts.sightings > before }
    }

    /// Lets seconds pass, one tick after the other.
    func pass(_ seconds: Int) async {
        for _ in 0..<seconds {
            let before = await service.ticks
            await eventually("the next tick is awaited") { clock.sleepers > 0 }
            clock.advance(by: .seconds(1))
            await eventually("the tick is over") { await service.ticks > before }
        }
    }

    /// Returns the titles of all recorded events, oldest first.
    func titles() async throws -> [String] {
        try await events.events(after: nil, kinds: nil, limit: 100).map(\.title)
    }
}

extension RegionDefinition {
    /// A region with the rig's beacons that is left after 5 s of silence.
    static func badge(_ name: String = "badge", exitAfterMs: Int = 5_000) -> RegionDefinition {
        RegionDefinition(name: name, uuid: BeaconRig.uuid, exitAfterMs: exitAfterMs)
    }
}
