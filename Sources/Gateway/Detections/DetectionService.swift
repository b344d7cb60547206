import Advertising
import Concurrency
import DongleLink
import DongleProtocol
import FlockFinder
import GatewayModel
import JSONLines
import Logging
import Store

/// Compares what is heard with every enabled pattern, and keeps the devices that have one.
///
/// It runs always in a gateway that stays and scans, otherwise as long as there is a reader; where no pattern is enabled it reads
/// no adverts at all.
package actor DetectionService {
    /// Between two times that what changed is stored.
    static let storeInterval = Duration.seconds(3)
    /// Between two times that readers are told what changed: a device is told of once, however often it was seen meanwhile.
    static let tellInterval = Duration.milliseconds(250)
    static let retryAfter = Duration.seconds(5)
    /// Events a minute; more devices than that are only counted.
    static let eventsAMinute = 10
    /// Events that wait for the store.
    private static let eventLimit = 64

    let configuration: Gateway.Configuration
    let store: any DetectionKeeper
    let hub: AdvertHub
    let eventLog: EventLog
    let clock: GatewayClock
    let logger: Logger
    let gateway: GatewayReference
    /// The time of day, which may jump.
    let timeOfDay: @Sendable () -> Timestamp
    /// Every enabled pattern.
    let findRules: @Sendable () async throws -> [DetectionRule]
    /// Nil where a test says what the rules are.
    let patterns: PatternService?

    var rules = DetectionRules()
    var book = DetectionBook()
    var mutes: Set<DetectionMute> = []
    var isLoaded = false
    /// When the newest row of those that were kept was seen, in microseconds since 1970; and when it was read.
    var newestKept: Int64 = 0
    var loadedAt = Duration.zero
    var isObserving = false
    let loading = Turns()
    /// Rules and mutes change in the same order in the store and here.
    let changing = Turns()
    let storing = Turns()

    /// Kept from call to call.
    private var matches: [FlockFinder.PatternMatch] = []
    /// What is to be stored, and what readers are to be told of.
    var unstored: Set<DetectionKey> = []
    /// Those of them that the store has refused already, which are counted once.
    var refused: Set<DetectionKey> = []
    var untold: Set<DetectionKey> = []
    var subscription: AdvertSubscription?

    var eventMinute: Int64?
    var eventsInMinute = 0
    var eventsSuppressed: UInt64 = 0
    var notStored: UInt64 = 0
    var wifiLost: UInt64 = 0
    var missed: UInt64 = 0

    nonisolated let readers: DetectionReaders
    nonisolated let wanted = Signal()
    nonisolated let changed = Signal()
    nonisolated let toStore = Signal()
    /// A reader has come or gone, on which an attachment may depend.
    nonisolated let readersChanged = Signal()
    nonisolated let events: AsyncStream<DetectedDevice>
    nonisolated let eventInput: AsyncStream<DetectedDevice>.Continuation
    /// Wi-Fi scans by the keys of their links.
    var wifiLinks: [UInt64: WifiLink] = [:]
    var nextWifiLink: UInt64 = 0
    /// FlockFinders that are followed, by their ids.
    var attachments: [String: Attachment] = [:]
    /// FlockFinders of this host's.
    var own: Set<BluetoothAddress> = []
    /// Devices that something else is done with at the moment.
    var paused: Set<BluetoothAddress> = []
    var nextAttachment = 0

    init(
        configuration: Gateway.Configuration, store: any DetectionKeeper, hub: AdvertHub, eventLog: EventLog,
        clock: GatewayClock,
        logger: Logger, gateway: GatewayReference, patterns: PatternService
    ) {
        self.init(
            configuration: configuration, store: store, hub: hub, eventLog: eventLog, clock: clock, logger: logger,
            gateway: gateway, timeOfDay: { .now }, patterns: patterns
        ) {
            try await patterns.enabled().map { DetectionRule($0.pattern, confidence: $0.confidence) }
        }
    }

    init(
        configuration: Gateway.Configuration, store: any DetectionKeeper, hub: AdvertHub, eventLog: EventLog,
        clock: GatewayClock,
        logger: Logger, gateway: GatewayReference, timeOfDay: @escaping @Sendable () -> Timestamp,
        patterns: PatternService? = nil, findRules: @escaping @Sendable () async throws -> [DetectionRule]
    ) {
        self.configuration = configuration
        self.store = store
        self.hub = hub
        self.eventLog = eventLog
        self.clock = clock
        self.logger = logger
        self.gateway = gateway
        self.timeOfDay = timeOfDay
        self.findRules = findRules
        self.patterns = patterns
        readers = DetectionReaders(limit: configuration.readerLimit)
        (events, eventInput) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(Self.eventLimit))
        let signals = [wanted, changed, readersChanged]
        readers.whenChanged { for signal in signals { signal.wake() } }
    }

    // MARK: Life

    /// Works until the hub ends or the task is cancelled; then what changed is stored.
    func run() async {
        // Not a child: what was found is recorded also where this task is cancelled.
        let recording = Task { await record() }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.keepLoading() }
            group.addTask { await self.tellOn() }
            group.addTask { await self.storeOn() }
            group.addTask { await self.endUnwatched() }
            await followAdverts()
            group.cancelAll()
        }
        eventInput.finish()
        await recording.value
        await storeChanges()
    }

    /// Ends every reader and every attachment, and lets no other in.
    func finish() {
        readers.finish()
        for attachment in attachments.values { attachment.ending.set() }
    }

    /// Whether adverts are compared.
    var isWanted: Bool {
        guard !rules.isEmpty else { return false }
        return looksByItself || !readers.isEmpty
    }

    /// Whether it looks though nobody asks.
    var looksByItself: Bool { configuration.isDaemon && configuration.detects && hub.standing != nil }

    private func followAdverts() async {
        while !Task.isCancelled, !hub.isFinished {
            guard isWanted else {
                await wanted.wait()
                wishesChanged()
                continue
            }
            let demand = hub.standing ?? ScanDemand(isActive: configuration.scansActively, minimumRSSI: nil)
            guard let subscription = try? hub.subscribe(.all, demand, isClient: false) else { return }
            self.subscription = subscription
            let watch = Task { await self.endWhenUnwanted() }
            for await update in subscription {
                if case .adverts(let batch) = update { hear(batch) }
            }
            watch.cancel()
            // A watch that is left over would take a wake-up that is meant for the next.
            await watch.value
            subscription.cancel()
            self.subscription = nil
        }
    }

    private func endWhenUnwanted() async {
        while !Task.isCancelled {
            await wanted.wait()
            wishesChanged()
        }
    }

    /// What is wanted may have changed.
    func wishesChanged() {
        if !isWanted { subscription?.cancel() }
        for link in wifiLinks.values { link.changed.wake() }
    }

    // MARK: What is heard

    func hear(_ batch: HeardAdverts) {
        guard !rules.isEmpty else { return }
        // An advert's own time is that of the clock when its link was opened, which may have been wrong.
        let now = timeOfDay().microsecondsSince1970
        for (sighting, advert) in batch.adverts {
            rules.matcher.match(sighting.address, sighting.data.span.bytes, into: &matches)
            guard !matches.isEmpty, let verdict = rules.verdict(matches, over: .bluetooth) else { continue }
            take(
                DetectionSighting(
                    key: .address(sighting.address, .bluetooth), name: advert.localName, verdict: verdict,
                    rssiDBm: sighting.rssiDBm == 127 ? nil : Int(sighting.rssiDBm),
                    channel: sighting.channel.map(Int.init), source: batch.dongle, isSimulated: batch.isSimulated),
                at: now)
        }
    }

    func verdict(_ address: BluetoothAddress?, ssid: [UInt8]) -> DetectionVerdict? {
        rules.matcher.match(address, ssid: ssid.span.bytes, into: &matches)
        return rules.verdict(matches, over: .wifi)
    }

    func verdict(_ address: BluetoothAddress, advert: [UInt8]) -> DetectionVerdict? {
        rules.matcher.match(address, advert.span.bytes, into: &matches)
        return rules.verdict(matches, over: .bluetooth)
    }

    func take(_ sighting: DetectionSighting, at microseconds: Int64) {
        if case .address(let address, .bluetooth) = sighting.key, own.contains(address) { return }
        let before = book[sighting.key].flatMap { mutes.tier(of: $0) }
        _ = book.take(sighting, at: microseconds)
        // In a book that is full of newer ones it is gone again.
        if !book.gone.isEmpty {
            unstored.subtract(book.gone)
            untold.subtract(book.gone)
        }
        guard let device = book[sighting.key] else { return }
        unstored.insert(sighting.key)
        if !readers.isEmpty { untold.insert(sighting.key) }
        if unstored.count == 1 { toStore.wake() }
        if untold.count == 1 { changed.wake() }
        if before != .high, mutes.tier(of: device) == .high { announce(device) }
    }
}
