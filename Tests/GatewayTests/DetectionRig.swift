import Advertising
import DongleLink
import TestSupport
import FlockFinder
import GatewayModel
import LineFormats
import Logging
import NIOConcurrencyHelpers
import Store
import Testing

@testable import Gateway

/// A detection service between a hub that the test feeds and a store in memory, with a clock that
/// the test moves.
final class DetectionRig: Sendable {
    static let begin = Timestamp(microsecondsSince1970: 1_767_637_800_000_000)

    let clock = ManualClock()
    let hub: AdvertHub
    let events: EventLog
    let store: Store
    let service: DetectionService
    private let rules: NIOLockedValueBox<[DetectionRule]>
    /// Error of the time of day.
    let jump = NIOLockedValueBox(Duration.zero)

    /// - Parameter keeper: Storage of the devices; nil = the store.
    init(
        _ rules: [DetectionRule], store: Store? = nil, keeper: (any DetectionKeeper)? = nil,
        _ change: (inout Gateway.Configuration) -> Void = { _ in }
    ) throws {
        let clock = clock.clock
        self.store = try store ?? .inMemory()
        var configuration = Gateway.Configuration()
        change(&configuration)
        hub = AdvertHub(
            standing: configuration.scansAlways ? ScanDemand(isActive: true, minimumRSSI: nil) : nil, readerLimit: 10,
            clock: clock)
        events = EventLog(
            store: self.store.events, readerLimit: 10, clock: clock, logger: .silent,
            describe: { ("error", "\($0)", "") })
        let box = NIOLockedValueBox(rules)
        self.rules = box
        let jump = jump
        service = DetectionService(
            configuration: configuration, store: keeper ?? self.store.detections, configs: self.store.configs, hub: hub,
            eventLog: events, clock: clock,
            logger: .silent, gateway: GatewayReference(),
            timeOfDay: {
                Timestamp(
                    microsecondsSince1970: Self.begin.microsecondsSince1970
                        + Int64((clock.now() + jump.withLockedValue { $0 }) / .microseconds(1)))
            }, findRules: { box.withLockedValue { $0 } })
    }

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

    func setRules(_ rules: [DetectionRule]) async {
        self.rules.withLockedValue { $0 = rules }
        await service.patternsChanged()
    }

    /// Hears an advert, and returns once the service has processed it.
    func hear(_ address: UInt64, name: String? = nil, rssi: Int8 = -60, dongle: String = "d1") async throws {
        let before = await service.status().sightings
        await eventually("adverts are followed") { await service.status().active }
        await publish(address, name: name, rssi: rssi, dongle: dongle)
        await eventually("the sighting is taken") { await service.status().sightings > before }
    }

    func publish(_ address: UInt64, name: String? = nil, rssi: Int8 = -60, dongle: String = "d1") async {
        var data: [UInt8] = [2, 1, 6]
        if let name { data += [UInt8(name.utf8.count + 1), 9] + Array(name.utf8) }
        let sighting = Sighting(
            number: 0,
            microsecondsSince1970: Self.begin.microsecondsSince1970
                + Int64(clock.clock.now() / .microseconds(1)), address: BluetoothAddress(address),
            addressType: .public, pdu: .nonConnectable, rssiDBm: rssi, channel: 37, isTruncated: false, data: data)
        await hub.publish(HeardAdverts(dongle: dongle, isSimulated: true, sightings: [sighting]), from: 1)
    }

    /// Returns the descriptions of all devices, in the order of their keys.
    func devices(
        _ query: DetectionQuery = DetectionQuery(), muted: Bool? = nil
    ) async throws -> [DetectionDescription] {
        try await service.list(query, since: nil, muted: muted, after: nil, limit: 1000).detections
    }

    func eventRecords() async throws -> [EventRecord] {
        try await events.events(after: nil, kinds: nil, limit: 100)
    }
}

extension DetectionRule {
    /// Returns a rule for every device whose name contains `part`.
    static func name(_ part: String, type: String = "Camera", confidence: Int? = nil) throws -> DetectionRule {
        DetectionRule(try Pattern(.bleName, part, deviceType: type), confidence: confidence)
    }

    static func ssid(_ part: String, type: String = "Camera") throws -> DetectionRule {
        DetectionRule(try Pattern(.ssid, part, deviceType: type))
    }
}
