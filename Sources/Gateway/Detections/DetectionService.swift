import Advertising
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
public actor DetectionService {
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
    let store: Store
    let hub: AdvertHub
    let eventLog: EventLog
    let clock: GatewayClock
    let logger: Logger
    let gateway: GatewayReference
    /// The time of day, which may jump.
    let timeOfDay: @Sendable () -> Timestamp
    /// Every enabled pattern.
    private let findRules: @Sendable () async throws -> [DetectionRule]
    /// Nil where a test says what the rules are.
    private let patterns: PatternService?

    private(set) var rules = DetectionRules()
    private(set) var book = DetectionBook()
    private(set) var mutes: Set<DetectionMute> = []
    private var isLoaded = false
    private var isObserving = false
    private let loading = Turns()
    /// Rules and mutes change in the same order in the store and here.
    private let changing = Turns()
    private let storing = Turns()

    /// Kept from call to call.
    private var matches: [FlockFinder.PatternMatch] = []
    /// What is to be stored, and what readers are to be told of.
    private var unstored: Set<DetectionKey> = []
    private var untold: Set<DetectionKey> = []
    private var subscription: AdvertSubscription?

    private var eventMinute: Int64?
    private var eventsInMinute = 0
    private(set) var eventsSuppressed: UInt64 = 0
    private(set) var notStored: UInt64 = 0
    var wifiLost: UInt64 = 0
    private var missed: UInt64 = 0

    nonisolated let readers: DetectionReaders
    private nonisolated let wanted = Signal()
    private nonisolated let changed = Signal()
    private nonisolated let toStore = Signal()
    private nonisolated let events: AsyncStream<DetectedDevice>
    private nonisolated let eventInput: AsyncStream<DetectedDevice>.Continuation
    /// Wi-Fi scans by the keys of their links.
    var wifiLinks: [UInt64: WifiLink] = [:]
    var nextWifiLink: UInt64 = 0
    /// FlockFinders that are followed, by their ids.
    var attachments: [String: Attachment] = [:]
    var nextAttachment = 0

    init(
        configuration: Gateway.Configuration, store: Store, hub: AdvertHub, eventLog: EventLog, clock: GatewayClock,
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
        configuration: Gateway.Configuration, store: Store, hub: AdvertHub, eventLog: EventLog, clock: GatewayClock,
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
        let (wanted, changed) = (wanted, changed)
        readers.whenChanged {
            wanted.wake()
            changed.wake()
        }
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
        return (configuration.isDaemon && configuration.detects && hub.standing != nil) || !readers.isEmpty
    }

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
    private func wishesChanged() {
        if !isWanted { subscription?.cancel() }
        for link in wifiLinks.values { link.changed.wake() }
    }

    // MARK: Loading

    /// A gateway that does not look by itself loads when somebody asks.
    private func keepLoading() async {
        guard configuration.isDaemon, configuration.detects, hub.standing != nil else { return }
        while !Task.isCancelled {
            do {
                return try await load()
            } catch {
                logger.error("Detections cannot be loaded: \(configuration.describe(error).message)")
                await clock.sleep(clock.now() + Self.retryAfter)
            }
        }
    }

    /// Reads what is kept, once.
    func load() async throws {
        guard !isLoaded else { return }
        try await loading.take {
            guard !isLoaded else { return }
            if !isObserving {
                isObserving = true
                await patterns?.onChange { [weak self] in await self?.patternsChanged() }
            }
            let devices = try await store.detections()
            let mutes = try await store.detectionMutes()
            rules = DetectionRules(try await findRules())
            book.load(devices)
            self.mutes = Set(mutes.map(\.mute))
            isLoaded = true
        }
        wanted.wake()
    }

    /// A pattern was added, changed, switched on or off, or removed: what is heard from now on is compared with those of now.
    ///
    /// Where they cannot be read, those of before go on being compared with, and that is logged.
    func patternsChanged() async {
        do {
            try await changing.take { rules = DetectionRules(try await findRules()) }
        } catch {
            logger.error("The patterns cannot be read: \(configuration.describe(error).message)")
        }
        wanted.wake()
        wishesChanged()
    }

    // MARK: What is heard

    func hear(_ batch: AdvertBatch) {
        guard !rules.isEmpty else { return }
        for (sighting, advert) in batch.adverts {
            rules.matcher.match(sighting.address, sighting.data.span.bytes, into: &matches)
            guard !matches.isEmpty, let verdict = rules.verdict(matches, over: .bluetooth) else { continue }
            take(
                DetectionSighting(
                    key: .address(sighting.address, .bluetooth), name: advert.localName, verdict: verdict,
                    rssiDBm: sighting.rssiDBm == 127 ? nil : Int(sighting.rssiDBm),
                    channel: sighting.channel.map(Int.init), source: batch.dongle, isSimulated: batch.isSimulated),
                at: sighting.microsecondsSince1970)
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
        let before = book[sighting.key]?.tier
        _ = book.take(sighting, at: microseconds)
        // In a book that is full of newer ones it is gone again.
        guard let device = book[sighting.key] else { return }
        unstored.insert(sighting.key)
        if !readers.isEmpty { untold.insert(sighting.key) }
        if unstored.count == 1 { toStore.wake() }
        if untold.count == 1 { changed.wake() }
        if before != .high, device.tier == .high, !mutes.hides(device) { announce(device) }
    }

    /// Has the event log told of a device, if there have not been too many in this minute.
    private func announce(_ device: DetectedDevice) {
        let minute = timeOfDay().microsecondsSince1970 / 60_000_000
        if minute != eventMinute { (eventMinute, eventsInMinute) = (minute, 0) }
        guard eventsInMinute < Self.eventsAMinute, case .enqueued = eventInput.yield(device) else {
            eventsSuppressed += 1
            return
        }
        eventsInMinute += 1
    }

    private func record() async {
        for await device in events {
            await eventLog.record(
                .info, "Device detected", detail: device.sentence, dongle: device.sources.first,
                isSimulated: device.isSimulated)
        }
    }

    // MARK: Telling

    /// Lets a reader in.
    ///
    /// - Throws: ``GatewayError/tooMany(_:limit:)``, ``GatewayError/stopping``; `StoreError`.
    public func subscribe(_ query: DetectionQuery) async throws -> DetectionSubscription {
        try await load()
        return DetectionSubscription(reader: try readers.enter(query), readers: readers)
    }

    private func tellOn() async {
        while !Task.isCancelled {
            await changed.wait()
            while !untold.isEmpty, !Task.isCancelled {
                tell()
                await clock.sleep(clock.now() + Self.tellInterval)
            }
        }
    }

    func tell() {
        let keys = untold
        untold = []
        let all = readers.all
        guard !all.isEmpty else { return }
        for device in keys.compactMap({ book[$0] }) {
            let isMuted = mutes.hides(device)
            var description: DetectionDescription?
            for reader in all where reader.query.includes(device, isMuted: isMuted) {
                let told = description ?? DetectionDescription(device, isMuted: isMuted)
                description = told
                missed += reader.tell(.device(told))
            }
        }
    }

    // MARK: Storing

    private func storeOn() async {
        while !Task.isCancelled {
            await toStore.wait()
            await clock.sleep(clock.now() + Self.storeInterval)
            await storeChanges()
        }
    }

    /// Stores the rows that changed. What cannot be stored is tried again with the next change.
    func storeChanges() async {
        await storing.take {
            let keys = unstored
            unstored = []
            let devices = keys.compactMap { book[$0] }
            guard !devices.isEmpty else { return }
            do {
                try await store.keepDetections(devices, atMicroseconds: timeOfDay().microsecondsSince1970)
            } catch {
                notStored += UInt64(devices.count)
                unstored.formUnion(keys)
                await eventLog.couldNotRecord(error)
            }
        }
    }

    // MARK: What is asked

    /// Devices that were found, in the order of their keys.
    ///
    /// - Parameters:
    ///   - since: Only those that were seen at this time or later.
    ///   - muted: Only muted ones, or none of them; nil = both.
    ///   - after: Only those with a greater key.
    ///   - limit: 1...1000.
    public func list(
        _ query: DetectionQuery, since: Timestamp?, muted: Bool?, after: String?, limit: Int
    ) async throws -> DetectionList {
        try await load()
        var query = query
        query.includesMuted = true
        var found: [(key: String, device: DetectedDevice, isMuted: Bool)] = []
        for device in book.devices {
            let isMuted = mutes.hides(device)
            guard query.includes(device, isMuted: isMuted), muted == nil || muted == isMuted,
                device.lastSeen >= since?.microsecondsSince1970 ?? .min
            else { continue }
            let key = device.key.text
            if let after, key <= after { continue }
            found.append((key, device, isMuted))
        }
        found.sort { $0.key < $1.key }
        let page = found.prefix(limit)
        return DetectionList(
            detections: page.map { DetectionDescription($0.device, isMuted: $0.isMuted) },
            next: found.count > limit ? page.last?.key : nil, status: status())
    }

    /// Forgets every device. Returns how many there were.
    public func clear() async throws -> Int {
        try await load()
        return try await storing.take {
            let stored = try await store.clearDetections()
            unstored = []
            untold = []
            return max(stored, book.removeAll())
        }
    }

    public func status() -> DetectionStatus {
        DetectionStatus(
            active: subscription != nil, patterns: rules.matcher.count, devices: book.count, capacity: book.capacity,
            sightings: book.sightings, evicted: book.evicted, wifiLost: wifiLost, eventsSuppressed: eventsSuppressed,
            notStored: notStored, missed: missed)
    }

    // MARK: Mutes

    public func muteList() async throws -> DetectionMuteList {
        try await load()
        let all = mutes.map { DetectionMuteRecord(kind: $0.kind, value: $0.value) }
        return DetectionMuteList(mutes: all.sorted { ($0.kind, $0.value) < ($1.kind, $1.value) })
    }

    /// Nobody is to be told of these devices any more; they are counted all the same. Does nothing the second time.
    ///
    /// - Throws: ``DetectionError``, `StoreError`.
    public func mute(_ record: DetectionMuteRecord) async throws {
        try await load()
        let mute = try DetectionMute(checked: record)
        try await changing.take {
            let now = timeOfDay().microsecondsSince1970
            guard try await store.addDetectionMute(mute, atMicroseconds: now) else {
                throw DetectionError.tooManyMutes(limit: DetectionMute.limit)
            }
            mutes.insert(mute)
        }
    }

    /// - Throws: ``DetectionError``, `StoreError`.
    public func unmute(_ record: DetectionMuteRecord) async throws {
        try await load()
        let mute = try DetectionMute(checked: record)
        try await changing.take {
            guard try await store.removeDetectionMute(mute) else {
                throw DetectionError.notMuted(kind: mute.kind, value: mute.value)
            }
            mutes.remove(mute)
        }
    }
}
