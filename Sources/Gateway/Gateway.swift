import GatewayModel
import Glibc
import LineFormats
import Logging
import Store

/// Puts the parts of a gateway together, and runs them for any number of clients. Knows nothing of
/// HTTP.
package actor Gateway {
    package nonisolated let store: Store
    nonisolated let configuration: Configuration
    nonisolated let logger: Logger
    nonisolated let clock: GatewayClock
    nonisolated let hub: AdvertHub
    /// Long-lived work of the parts.
    nonisolated let pool = WorkPool()
    /// Events, as they happen and as they are kept.
    package nonisolated let eventLog: EventLog
    /// Dongles and their ports.
    package nonisolated let dongles: DongleService
    /// Connections held for clients.
    package nonisolated let connections: ConnectionService
    /// Beacons, regions and their history.
    package nonisolated let beacons: BeaconService
    /// Runs that give beacons their identities.
    package nonisolated let provisioning: ProvisioningService
    /// Patterns by which devices are recognised.
    package nonisolated let patterns: PatternService
    /// Configs of devices that detect by themselves.
    package nonisolated let configs: ConfigService
    /// Devices found by patterns.
    package nonisolated let detections: DetectionService
    /// The Payfrit backend, and the messages that wait for it.
    package nonisolated let payfrit: PayfritService
    /// The club's till.
    package nonisolated let till: TillService
    nonisolated let startedAt = Timestamp.now

    /// Damage found by the check at the start.
    var storeDamage: ErrorReport?
    private var hasRun = false

    package init(configuration: Configuration, store: Store, logger: Logger) {
        self.init(configuration: configuration, store: store, logger: logger, clock: .system())
    }

    init(configuration: Configuration, store: Store, logger: Logger, clock: GatewayClock) {
        self.configuration = configuration
        self.store = store
        self.logger = logger
        self.clock = clock
        let standing = ScanDemand(
            isActive: configuration.scansActively, minimumRSSI: configuration.minimumRSSI)
        hub = AdvertHub(
            standing: configuration.scansAlways ? standing : nil, readerLimit: configuration.readerLimit,
            clock: clock)
        eventLog = EventLog(
            store: store.events, readerLimit: configuration.readerLimit, clock: clock, logger: logger,
            describe: configuration.describe)
        let reference = GatewayReference()
        connections = ConnectionService(
            limit: configuration.connectionLimit, reservedSlots: configuration.reservedSlots, hub: hub, pool: pool,
            clock: clock, logger: logger,
            usable: { try await reference.live.dongles.usable($0) })
        patterns = PatternService(store: store, describe: configuration.describe)
        detections = DetectionService(
            configuration: configuration, store: store.detections, configs: store.configs, hub: hub, eventLog: eventLog,
            clock: clock, logger: logger, gateway: reference, patterns: patterns)
        let dongles = DongleService(
            configuration: configuration, store: store.dongles, hub: hub, eventLog: eventLog, connections: connections,
            detections: detections, pool: pool, clock: clock, logger: logger)
        self.dongles = dongles
        let badges = BadgeCache(clock: clock)
        beacons = BeaconService(
            configuration: configuration, store: store, hub: hub, eventLog: eventLog, badges: badges, clock: clock,
            logger: logger, listening: { await dongles.listening() })
        provisioning = ProvisioningService(
            configuration: configuration, store: store, hub: hub, eventLog: eventLog, dongles: dongles,
            connections: connections, pool: pool, clock: clock, logger: logger,
            ended: { await reference.gateway?.payfrit.tables.runEnded($0) },
            tableName: { try await reference.gateway?.payfrit.directory.tableName(ofBeacon: $0, otherThan: $1) })
        payfrit = PayfritService(
            setup: configuration.payfrit, store: store, eventLog: eventLog, provisioning: provisioning, badges: badges,
            clock: clock, logger: logger, describe: configuration.describe)
        till = TillService(
            setup: configuration.till, beacons: beacons, eventLog: eventLog, clock: clock, logger: logger,
            describe: configuration.describe, notify: configuration.notify,
            hasSimulatedDongle: { [dongles] in await dongles.list().hasSimulated })
        configs = ConfigService(
            configuration: configuration, store: store, hub: hub, eventLog: eventLog, dongles: dongles,
            connections: connections, detections: detections, patterns: patterns, pool: pool, clock: clock,
            logger: logger)
        reference.gateway = self
    }

    /// Runs the parts until the task is cancelled or ``stop()`` is called; then closes every link,
    /// ends every stream and returns. Must be called once, even after ``stop()`` if ports were
    /// adopted before.
    package func run() async throws {
        guard !hasRun else { return }
        hasRun = true
        if !pool.isFinished {
            store.whenRefused { [eventLog] error in Task { await eventLog.refused(error) } }
            await withDiscardingTaskGroup { group in
                group.addTask { await self.connections.endLeases() }
                group.addTask { await self.eventLog.keepTrying() }
                group.addTask { await self.watchClock() }
                group.addTask { await self.lookOverStore() }
                group.addTask { await self.followSinks() }
                group.addTask { await self.provisioning.keepSettling() }
                group.addTask { await self.beacons.run() }
                group.addTask { await self.detections.run() }
                group.addTask { await self.payfrit.run() }
                group.addTask { await self.payfrit.directory.keepBadges() }
                group.addTask { await self.till.run() }
                group.addTask {
                    await self.recordStart()
                    await self.dongles.followPorts()
                }
                for await piece in pool.pieces { group.addTask(operation: piece) }
                await stop()
                await provisioning.finish()
                await configs.finish()
                await detections.finish()
                await connections.hangUp()
                await dongles.closeLinks()
                group.cancelAll()
            }
        }
        // Includes detections that links reported while they were closed.
        await detections.storeChanges()
        await dongles.finish()
        await beacons.finish()
        eventLog.finish()
    }

    /// Makes ``run()`` end.
    package func stop() async {
        pool.finish()
        // Readers end before the links are closed, so that the closing is not reported to them as
        // an interruption.
        hub.finish()
        // While `run()` runs, it ends the connections first, and their links afterwards.
        if !hasRun { await dongles.end() }
    }

    /// Records the start, except in a gateway that lasts as long as one verb.
    private func recordStart() async {
        guard configuration.isDaemon else { return }
        await eventLog.record(.info, "Gateway started", detail: "perch \(APIVersion.program), process \(getpid()).")
    }

    /// Returns a subscription to adverts from now on. Starts a scan if none is running.
    ///
    /// - Throws: ``GatewayError``: the dongle is unknown, there are too many readers, or the
    ///   gateway is stopping.
    package nonisolated func adverts(_ query: AdvertQuery) async throws -> AdvertSubscription {
        try hub.subscribe(try await dongles.scope(of: query.dongle), ScanDemand(query))
    }
}
