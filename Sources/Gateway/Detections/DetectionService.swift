import Advertising
import Concurrency
import DongleLink
import DongleProtocol
import FlockFinder
import GatewayModel
import LineFormats
import Logging
import Store

/// Compares adverts with every enabled pattern, and stores the devices that match.
///
/// A gateway that stays and scans runs it always, any other gateway only while there is a reader.
/// If no pattern is enabled, it reads no adverts at all.
package actor DetectionService {
    /// Time between two writes of changes to the store.
    static let storeInterval = Duration.seconds(3)
    /// Time between two updates to readers: within it a device is reported once, however often it
    /// was seen.
    static let tellInterval = Duration.milliseconds(250)
    static let retryAfter = Duration.seconds(5)
    /// Largest number of events per minute; further devices are only counted.
    static let eventsAMinute = 10
    /// Largest number of events that wait for the store.
    private static let eventLimit = 64

    let configuration: Gateway.Configuration
    let store: any DetectionKeeper
    /// Devices that belong to this host are no detections.
    let configs: DeviceConfigStore
    let hub: AdvertHub
    let eventLog: EventLog
    let clock: GatewayClock
    let logger: Logger
    let gateway: GatewayReference
    /// Returns the time of day, which may jump.
    let timeOfDay: @Sendable () -> Timestamp
    /// Returns every enabled pattern.
    let findRules: @Sendable () async throws -> [DetectionRule]
    /// Nil in a test that supplies the rules itself.
    let patterns: PatternService?

    var rules = DetectionRules()
    var book = DetectionBook()
    var mutes: Set<DetectionMute> = []
    var isLoaded = false
    /// Time of the newest stored row, in microseconds since 1970, and time when it was loaded.
    var newestKept: Int64 = 0
    var loadedAt = Duration.zero
    var isObserving = false
    let loading = Turns()
    /// Makes changes of rules and mutes happen in the same order in the store and here.
    let changing = Turns()
    let storing = Turns()

    /// Buffer that is reused from call to call.
    private var matches: [FlockFinder.PatternMatch] = []
    /// Devices with changes that are not stored yet.
    var unstored: Set<DetectionKey> = []
    /// Unstored devices that the store has refused before; each is counted once.
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
    /// Woken when a reader has come or gone, because an attachment may depend on it.
    nonisolated let readersChanged = Signal()
    nonisolated let events: AsyncStream<DetectedDevice>
    nonisolated let eventInput: AsyncStream<DetectedDevice>.Continuation
    /// Wi-Fi scans, by the keys of their links.
    var wifiLinks: [UInt64: WifiLink] = [:]
    var nextWifiLink: UInt64 = 0
    /// Attached FlockFinders, by their ids.
    var attachments: [String: Attachment] = [:]
    /// Addresses of FlockFinders that belong to this host.
    var own: Set<BluetoothAddress> = []
    /// Devices that another order uses at the moment.
    var paused: Set<BluetoothAddress> = []
    var nextAttachment = 0

    /// - Parameter findRules: Rules of a test, in place of the enabled patterns.
    init(
        configuration: Gateway.Configuration, store: any DetectionKeeper, configs: DeviceConfigStore,
        hub: AdvertHub, eventLog: EventLog, clock: GatewayClock, logger: Logger, gateway: GatewayReference,
        timeOfDay: @escaping @Sendable () -> Timestamp = { .now }, patterns: PatternService? = nil,
        findRules: (@Sendable () async throws -> [DetectionRule])? = nil
    ) {
        (self.configuration, self.store, self.configs, self.patterns) = (configuration, store, configs, patterns)
        (self.hub, self.eventLog, self.clock, self.logger) = (hub, eventLog, clock, logger)
        (self.gateway, self.timeOfDay) = (gateway, timeOfDay)
        self.findRules =
            findRules ?? {
                try await patterns?.enabled().map { DetectionRule($0.pattern, confidence: $0.confidence) } ?? []
            }
        readers = DetectionReaders(limit: configuration.readerLimit)
        (events, eventInput) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(Self.eventLimit))
        let signals = [wanted, changed, readersChanged]
        readers.whenChanged { for signal in signals { signal.wake() } }
    }

    // MARK: Life

    /// Works until the hub ends or the task is cancelled; then stores the changes.
    func run() async {
        // Not a child task: detections are recorded even when this task is cancelled.
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

    /// Ends every reader and every attachment, and refuses new ones.
    func finish() {
        readers.finish()
        for attachment in attachments.values { attachment.ending.set() }
    }

    /// Whether adverts are compared with patterns.
    var isWanted: Bool {
        guard !rules.isEmpty else { return false }
        return looksByItself || !readers.isEmpty
    }

    /// Whether the gateway detects even without readers.
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
            // Otherwise the old watch could take a wake-up meant for the next.
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

    /// Applies a possible change of what is wanted.
    func wishesChanged() {
        if !isWanted { subscription?.cancel() }
        for link in wifiLinks.values { link.changed.wake() }
    }

    // MARK: Adverts

    func hear(_ batch: HeardAdverts) {
        guard !rules.isEmpty else { return }
        // The advert's own time is not used: it depends on the time of day when the link was
        // opened, which may have been wrong.
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
        // A book full of newer devices drops the new one at once.
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
