import Concurrency
import FlockFinder
import GatewayModel
import LineFormats
import Logging
import Store

/// Keeps the configs of devices in step with the tables: reads first, journals each transfer before
/// sending it, and reads back the result.
package actor ConfigService {
    /// Largest number of orders at a time, each for another device.
    static let orderLimit = 16
    /// Longest config in an order, in bytes.
    package static let textLimit = 65_536
    /// Longest wait for orders to end when the gateway stops.
    private static let finishLimit = Duration.seconds(3)

    let configuration: Gateway.Configuration
    let store: Store
    let hub: AdvertHub
    let clock: GatewayClock
    let logger: Logger
    let dongles: DongleService
    let connections: ConnectionService
    let detections: DetectionService
    let patterns: PatternService
    private let eventLog: EventLog
    private let pool: WorkPool
    /// Devices with an order under way, by the name in the order.
    private var busy: Set<String> = []
    /// The same devices by address or id, once it is known.
    private var devicesBusy: Set<String> = []
    private var tasks: [Int: Task<Void, Never>] = [:]
    private var nextTask = 0
    private let allEnded = Signal()

    init(
        configuration: Gateway.Configuration, store: Store, hub: AdvertHub, eventLog: EventLog,
        dongles: DongleService, connections: ConnectionService, detections: DetectionService,
        patterns: PatternService, pool: WorkPool, clock: GatewayClock, logger: Logger
    ) {
        (self.configuration, self.store, self.hub, self.clock, self.logger) = (configuration, store, hub, clock, logger)
        (self.dongles, self.connections, self.detections) = (dongles, connections, detections)
        (self.patterns, self.eventLog, self.pool) = (patterns, eventLog, pool)
    }

    // MARK: Orders

    /// Carries out an order. The stream brings its progress, then the report. The order continues
    /// to its end even without a reader.
    ///
    /// - Throws: ``ConfigError``, ``GatewayError``; in this case nothing was begun.
    package func perform(
        _ action: ConfigAction, _ order: ConfigOrder
    ) throws -> AsyncStream<ConfigUpdate> {
        let wish = try ConfigWish(action, order)
        guard busy.count < Self.orderLimit else {
            throw GatewayError.tooMany("orders for configs", limit: Self.orderLimit)
        }
        let place = wish.place
        guard busy.insert(place).inserted else { throw ConfigError.underWay(device: order.device) }
        // The report comes last and is never dropped; progress may be dropped.
        let (updates, input) = AsyncStream.makeStream(of: ConfigUpdate.self, bufferingPolicy: .bufferingNewest(64))
        nextTask += 1
        let number = nextTask
        let task = Task {
            let report = await self.carryOut(wish) { input.yield(.progress($0)) }
            if order.dryRun != true { await self.tell(of: report) }
            // Must come before the report: its reader may send the next order at once.
            self.ended(number, place)
            input.yield(.report(report))
            input.finish()
        }
        tasks[number] = task
        guard pool.join({ await task.value }) else {
            task.cancel()
            throw GatewayError.stopping
        }
        return updates
    }

    /// Records the outcome of an order that changes something.
    private func tell(of report: ConfigReport) async {
        let name = report.device.name ?? report.device.device
        let isChange = ![.read, .diff].contains(report.action)
        if let outcome = report.outcome?.rawValue ?? (isChange && report.failure != nil ? "nothing was sent" : nil) {
            let isApplied = [.applied, .appliedAndSaved].contains(report.outcome)
            let why = report.failure.map { " \($0.message)" } ?? ""
            await eventLog.record(
                isApplied ? .info : .error, isApplied ? "Config changed" : "Config not changed as wanted",
                detail: "\(name), \(report.action.rawValue): \(outcome).\(why)", level: isApplied ? .notice : .warning)
        }
        if report.action != .diff, !report.toHost.isEmpty {
            await eventLog.record(
                .info, "Patterns changed", detail: "\(report.toHost.count) by the config of \(name).", level: .notice)
        }
    }

    private func ended(_ number: Int, _ place: String) {
        tasks[number] = nil
        busy.remove(place)
        if tasks.isEmpty { allEnded.wake() }
    }

    /// Reserves a device for one order, however the order names it.
    ///
    /// - Throws: ``ConfigError/underWay(device:)``.
    func take(_ device: String) throws(ConfigError) {
        guard devicesBusy.insert(device).inserted else { throw .underWay(device: device) }
    }

    func giveBack(_ device: String) { devicesBusy.remove(device) }

    /// Returns whether an order is using a device of this name.
    func isAt(name: String) async throws -> Bool {
        for device in devicesBusy {
            if try await store.configs.device(device)?.name == name { return true }
        }
        return false
    }

    /// Ends every order, waiting a limited time for them.
    func finish() async {
        for task in tasks.values { task.cancel() }
        let deadline = clock.now() + Self.finishLimit
        while !tasks.isEmpty, clock.now() < deadline { await allEnded.wait(until: deadline, clock) }
    }

    private func carryOut(
        _ wish: ConfigWish, progress: @escaping @Sendable (ConfigProgress) -> Void
    ) async -> ConfigReport {
        await ConfigRun(wish, service: self, progress: progress).report()
    }

    // MARK: Stored information

    /// Returns the devices whose config was ever read, the most recently read first.
    package func devices() async throws -> [ConfigDevice] {
        var devices: [ConfigDevice] = []
        for stored in try await store.configs.devices() {
            var device = ConfigDevice(stored)
            let transfers = try await store.configs.transfers(of: stored.device)
            device.openTransfers = transfers.count { $0.outcome == nil }
            device.unverified = transfers.lastSent?.outcome == SyncOutcome.unverified ? true : nil
            devices.append(device)
        }
        return devices
    }

    /// Returns the transfers to a device, newest first.
    package func transfers(of device: String) async throws -> [ConfigTransferItem] {
        try await store.configs.transfers(of: device).map { ConfigTransferItem($0) }
    }

    /// Returns the scan settings of the tables.
    package func scanSettings() async throws -> ScanSettings {
        let settings = try await patterns.settings()
        var told = ScanSettings(
            settings: Dictionary(uniqueKeysWithValues: settings.map { ($0.key.rawValue, $0.value) }))
        for (setting, value) in settings.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            for profile in DeviceProfile.bundled where profile.dialect.settings.contains(setting) {
                let range = profile.range(of: setting)
                guard !range.contains(value) else { continue }
                told.unheld.append(
                    UnheldSetting(
                        setting: setting.rawValue, profile: profile.name, lowest: range.lowerBound,
                        highest: range.upperBound))
            }
        }
        return told
    }

    /// Changes scan settings of the tables: all of them, or none. Nil removes a setting from the
    /// tables.
    package func setScanSettings(_ settings: [String: Int?]) async throws -> ScanSettings {
        var changes: [ScanSetting: Int?] = [:]
        for (name, value) in settings.sorted(by: { $0.key < $1.key }) {
            guard let setting = ScanSetting(rawValue: name) else { throw ConfigError.unknownSetting(name) }
            if let value, !setting.range.contains(value) {
                throw ConfigError.badSetting(name, value: value, expected: setting.expected())
            }
            changes.updateValue(value, forKey: setting)
        }
        try await patterns.set(changes)
        return try await scanSettings()
    }
}

/// Update of an order under way.
package enum ConfigUpdate: Sendable, Hashable {
    case progress(ConfigProgress)
    /// Last update of the order.
    case report(ConfigReport)
}
