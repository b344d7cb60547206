import Concurrency
import GatewayModel
import Glibc
import LineFormats
import Logging
import Store

/// Owns dongles and the store, and lends them to any number of clients. Knows nothing of HTTP.
package actor Gateway {
    /// Longest wait for links to be closed in order when the gateway stops.
    private static let closingLimit = Duration.milliseconds(600)

    /// Largest number of ports in use at a time.
    static let portLimit = 64

    package nonisolated let store: Store
    nonisolated let configuration: Configuration
    nonisolated let logger: Logger
    nonisolated let clock: GatewayClock
    nonisolated let reference: GatewayReference
    nonisolated let hub: AdvertHub
    nonisolated let eventLog: EventLog
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
    nonisolated let startedAt = Timestamp.now
    /// Woken when a connection's lease may expire earlier.
    nonisolated let leaseChanged = Signal()

    /// Ports in use, by the key of their supervisor.
    var ports: [Int: PortInUse] = [:]
    private var nextKey = 0
    /// Paths of found ports that were released; they are left alone until they are plugged in
    /// again.
    var releasedPaths: Set<String> = []
    /// Ports left to owners that are not dongles, by the owner's name; with the entry that each
    /// port had before.
    var leftPorts: [String: [(path: String, port: PortInUse?)]] = [:]
    var connectionTable: [String: HeldConnection] = [:]
    var leases = LeaseBook()
    /// Number of connections that are still being made.
    var connecting = 0
    var lastError: ErrorReport?
    /// Damage found by the check at the start.
    var storeDamage: ErrorReport?

    /// Long-lived work that ``run()`` will run. Before it runs, this holds at most one piece for
    /// each port.
    private nonisolated let work: AsyncStream<@Sendable () async -> Void>
    private nonisolated let workInput: AsyncStream<@Sendable () async -> Void>.Continuation
    private(set) var isStopping = false
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
        self.reference = reference
        let badges = BadgeCache(clock: clock)
        beacons = BeaconService(
            configuration: configuration, store: store, hub: hub, eventLog: eventLog, badges: badges, clock: clock,
            logger: logger,
            listening: {
                await reference.gateway?.listening()
                    ?? BeaconService.Listening(isListening: false, reason: "the gateway stops")
            })
        let provisioning = ProvisioningService(
            configuration: configuration, store: store, hub: hub, clock: clock, logger: logger, gateway: reference,
            ended: { await reference.gateway?.payfrit.runEnded($0) },
            tableName: { try await reference.gateway?.payfrit.tableName(ofBeacon: $0, otherThan: $1) })
        self.provisioning = provisioning
        payfrit = PayfritService(
            setup: configuration.payfrit, store: store, eventLog: eventLog, provisioning: provisioning, badges: badges,
            clock: clock, logger: logger, describe: configuration.describe)
        let patterns = PatternService(store: store, describe: configuration.describe)
        self.patterns = patterns
        detections = DetectionService(
            configuration: configuration, store: store.detections, configs: store.configs, hub: hub, eventLog: eventLog,
            clock: clock, logger: logger,
            gateway: reference, patterns: patterns)
        configs = ConfigService(
            configuration: configuration, store: store, hub: hub, clock: clock, logger: logger, gateway: reference,
            patterns: patterns)
        (work, workInput) = AsyncStream.makeStream()
        reference.gateway = self
    }

    /// Supervises the dongles until the task is cancelled or ``stop()`` is called; then closes
    /// every link, ends every stream and returns. Must be called once, even after ``stop()`` if
    /// ports were adopted before.
    package func run() async throws {
        guard !hasRun else { return }
        hasRun = true
        if !isStopping {
            store.whenRefused { [eventLog] error in Task { await eventLog.refused(error) } }
            await withDiscardingTaskGroup { group in
                group.addTask { await self.endLeases() }
                group.addTask { await self.eventLog.keepTrying() }
                group.addTask { await self.watchClock() }
                group.addTask { await self.lookOverStore() }
                group.addTask { await self.followSinks() }
                group.addTask { await self.provisioning.keepSettling() }
                group.addTask { await self.beacons.run() }
                group.addTask { await self.detections.run() }
                group.addTask { await self.payfrit.run() }
                group.addTask { await self.payfrit.keepBadges() }
                group.addTask {
                    await self.recordStart()
                    await self.followPorts()
                }
                for await piece in work { group.addTask(operation: piece) }
                stop()
                await provisioning.finish()
                await configs.finish()
                await detections.finish()
                await hangUp()
                await closeLinks()
                group.cancelAll()
            }
        }
        // Includes detections that links reported while they were closed.
        await detections.storeChanges()
        await closeEverything()
    }

    /// Makes ``run()`` end.
    package func stop() {
        isStopping = true
        workInput.finish()
        // Readers end before the links are closed, so that the closing is not reported to them as
        // an interruption.
        hub.finish()
        // While `run()` runs, it ends the connections first, and their links afterwards.
        if !hasRun { for port in ports.values { port.supervisor.end() } }
    }

    /// Ends the supervisors, and waits for them a limited time.
    private func closeLinks() async {
        let supervisors = ports.values.map(\.supervisor)
        for supervisor in supervisors { supervisor.end() }
        let deadline = clock.now() + Self.closingLimit
        await withTaskGroup(of: Void.self) { group in
            group.addTask { for supervisor in supervisors { await supervisor.finished() } }
            group.addTask { [clock] in await clock.sleep(deadline) }
            await group.next()
            group.cancelAll()
        }
    }

    /// Gives ``run()`` a piece of work to run until it ends. Returns whether the piece will run:
    /// false once the gateway is stopping.
    @discardableResult
    nonisolated func join(_ piece: @escaping @Sendable () async -> Void) -> Bool {
        if case .enqueued = workInput.yield(piece) { true } else { false }
    }

    /// Records the start, except in a gateway that lasts as long as one verb.
    private func recordStart() async {
        guard configuration.isDaemon else { return }
        await record(.info, "Gateway started", detail: "perch \(APIVersion.program), process \(getpid()).")
    }

    func takeKey() -> Int {
        nextKey += 1
        return nextKey
    }

    private func closeEverything() async {
        for port in ports.values {
            await port.supervisor.shutDown()
            hub.remove(port.supervisor.source)
        }
        ports = [:]
        connectionTable = [:]
        leases = LeaseBook()
        await beacons.finish()
        eventLog.finish()
    }

    /// Converts an error to its report.
    nonisolated func report(_ error: any Error) -> ErrorReport {
        let (code, message, hint) = configuration.describe(error)
        return ErrorReport(at: .now, code: code, message: message, hint: hint)
    }
}
