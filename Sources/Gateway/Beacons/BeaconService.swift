import Advertising
import BeaconTracking
import DongleLink
import GatewayModel
import JSONLines
import Logging
import Store

/// Follows the beacons among the adverts: ranging, regions and history.
///
/// What it decides stands in the parts it feeds, which are pure. It runs while somebody wants it: always in a gateway that
/// stays, otherwise as long as there is a reader.
actor BeaconService {
    /// Transitions that wait to be recorded. Beyond it they are only counted.
    private static let transitionLimit = 4096
    static let interval = Duration.seconds(60)
    static let retryAfter = Duration.seconds(5)

    let configuration: Gateway.Configuration
    let store: Store
    let clock: GatewayClock
    private let hub: AdvertHub
    private let logger: Logger
    private let eventLog: EventLog
    private let listening: @Sendable () async -> Listening

    var tracker: BeaconTracker
    var monitor = RegionMonitor()
    var regions: [String: BeaconRegion] = [:]
    var aliases: [BeaconIdentity: String] = [:]
    var numbers = DongleNumbers()
    private var named = NamedAddresses()
    private var summaries: SightingSummaries
    private var simulated: Set<DongleNumber> = []
    /// What decided last on a region: whose it is when it is left.
    private var origins: [String: Origin] = [:]

    private var readers: [String: RangingQuery] = [:]
    private var places: [String: WeakReader] = [:]
    private var nextReader = 0
    private var subscription: AdvertSubscription?
    var isListening = false
    private var silence = ""
    /// Whether the loss of the radio was told.
    private var isFailureTold = false
    private var isFinished = false
    private(set) var isLoaded = false
    private let loading = Turns()

    private(set) var historyDropped: UInt64 = 0
    private(set) var transitionsDropped: UInt64 = 0
    private(set) var updatesMissed: UInt64 = 0
    /// The minute that is being summed up, counted from 1970.
    private var minute: Int64?

    private nonisolated let advertsWanted = Signal()
    private nonisolated let ticksWanted = Signal()
    private nonisolated let transitions: AsyncStream<Settlement>
    private nonisolated let transitionInput: AsyncStream<Settlement>.Continuation

    /// Whether any dongle listens.
    struct Listening: Sendable, Hashable {
        var isListening: Bool
        /// Why none does.
        var reason: String
    }

    struct Origin: Sendable, Hashable {
        var dongle: String?
        var isSimulated: Bool
    }

    /// A transition on its way into the store.
    private struct Settlement: Sendable {
        let transition: RegionTransition
        let origin: Origin
        let at: Timestamp
    }

    private struct WeakReader {
        weak var reader: RangingReader?
    }

    init(
        configuration: Gateway.Configuration, store: Store, hub: AdvertHub, eventLog: EventLog, clock: GatewayClock,
        logger: Logger, listening: @escaping @Sendable () async -> Listening
    ) {
        self.configuration = configuration
        self.store = store
        self.hub = hub
        self.eventLog = eventLog
        self.clock = clock
        self.logger = logger
        self.listening = listening
        tracker = BeaconTracker(configuration.beacons)
        summaries = SightingSummaries(capacity: configuration.beacons.capacity)
        (transitions, transitionInput) = AsyncStream.makeStream(
            bufferingPolicy: .bufferingOldest(Self.transitionLimit))
    }

    // MARK: Life

    /// Works until the hub ends or the task is cancelled; then what was summed up is stored.
    func run() async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.keepLoading() }
            group.addTask { await self.tickOn() }
            group.addTask { await self.settle() }
            await followAdverts()
            transitionInput.finish()
            group.cancelAll()
        }
        await storeHistory()
    }

    /// Ends every reader, and lets no other in.
    func finish() {
        isFinished = true
        for place in places.values { place.reader?.end() }
        places = [:]
        readers = [:]
    }

    /// Whether adverts are followed.
    var isWanted: Bool { !readers.isEmpty || isAlwaysWanted }

    private var isAlwaysWanted: Bool { configuration.isDaemon && (configuration.scansAlways || !regions.isEmpty) }

    /// Whether regions are watched.
    var isMonitoring: Bool {
        guard !regions.isEmpty else { return false }
        return configuration.isDaemon || readers.values.contains { !$0.wantsTicks || $0.region != nil }
    }

    private func followAdverts() async {
        while !Task.isCancelled {
            guard isWanted else {
                await advertsWanted.wait()
                continue
            }
            let demand = hub.standing ?? ScanDemand(isActive: configuration.scansActively, minimumRSSI: nil)
            guard let subscription = try? hub.subscribe(.all, demand, isClient: false) else { return }
            self.subscription = subscription
            for await update in subscription { await take(update) }
            subscription.cancel()
            self.subscription = nil
            await silent()
        }
    }

    /// What is wanted may have changed.
    func wishesChanged() {
        advertsWanted.wake()
        ticksWanted.wake()
        if !isWanted { subscription?.cancel() }
    }

    // MARK: Readers

    /// Lets a reader in.
    ///
    /// - Throws: ``GatewayError``: too many, the region is not known, the gateway stops.
    func subscribe(_ query: RangingQuery) async throws -> RangingSubscription {
        try await load()
        if isFinished { throw GatewayError.stopping }
        if let name = query.region, regions[name] == nil { throw GatewayError.unknownRegion(name, known: names) }
        guard readers.count < configuration.readerLimit else {
            throw GatewayError.tooMany("readers", limit: configuration.readerLimit)
        }
        nextReader += 1
        let name = "r\(nextReader)-" + String(UInt32.random(in: .min ... .max), radix: 36)
        let reader = RangingReader(name: name, query: query) { [weak self] in
            // Its place is freed whenever that can be: nobody waits for it.
            Task { await self?.remove(name) }
        }
        readers[name] = query
        places[name] = WeakReader(reader: reader)
        expectUUIDs()
        wishesChanged()
        return RangingSubscription(reader: reader)
    }

    private func remove(_ name: String) {
        guard readers.removeValue(forKey: name) != nil else { return }
        places[name] = nil
        expectUUIDs()
        wishesChanged()
    }

    var readerCount: Int { readers.count }

    var names: [String] { regions.keys.sorted() }

    /// Nobody's beacons are a flood who is waited for.
    func expectUUIDs() {
        tracker.expect(Set(regions.values.map(\.uuid) + readers.values.compactMap(\.uuid)))
    }

    private func tell(_ update: RangingUpdate, to isMeant: (RangingQuery) -> Bool) {
        for place in places.values {
            if let reader = place.reader, isMeant(reader.query) { updatesMissed += reader.tell(update) }
        }
    }

    // MARK: Adverts

    private func take(_ update: AdvertUpdate) async {
        switch update {
        case .adverts(let batch): hear(batch)
        case .interrupted, .restored, .failed: await look()
        case .lost, .missed: return
        }
    }

    private func hear(_ batch: AdvertBatch) {
        let now = clock.now()
        let dongle = numbers.number(of: batch.dongle)
        if batch.isSimulated { simulated.insert(dongle) }
        for (sighting, advert) in batch.adverts {
            if advert.localName != nil { named.insert(sighting.address) }
            let (identity, power): (BeaconIdentity, Int8)
            switch advert.beacon {
            case .iBeacon(let beacon): (identity, power) = (beacon.identity, beacon.measuredPowerDBm)
            case .altBeacon(let beacon): (identity, power) = (beacon.identity, beacon.measuredPowerDBm)
            default: continue
            }
            let rssi = sighting.rssiDBm == 127 ? nil : sighting.rssiDBm
            let outcome = tracker.hear(
                BeaconSighting(
                    identity: identity, address: sighting.address,
                    isNamed: advert.localName != nil || named.contains(sighting.address), rssiDBm: rssi,
                    measuredPowerDBm: power == 0 ? nil : power, dongle: dongle),
                at: now)
            guard case .tracked(let isProven) = outcome else { continue }
            if isProven { summaries.add(identity, dongle: dongle, rssiDBm: rssi) }
            guard isMonitoring else { continue }
            for transition in monitor.hear(identity, rssiDBm: rssi, at: now) {
                origins[transition.region] = Origin(dongle: batch.dongle, isSimulated: batch.isSimulated)
                begin(transition)
            }
        }
    }

    // MARK: Ticks

    private func tickOn() async {
        var next = clock.now() + .seconds(1)
        while !Task.isCancelled {
            guard isWanted else {
                await ticksWanted.wait()
                next = clock.now() + .seconds(1)
                continue
            }
            await clock.sleep(next)
            if Task.isCancelled { return }
            await tick()
            next = max(next + .seconds(1), clock.now())
        }
    }

    private func tick() async {
        await look()
        let now = clock.now()
        if isMonitoring { for transition in monitor.advance(to: now) { begin(transition) } }
        let ranged = tracker.tick(at: now)
        await endMinute(at: Timestamp.now)
        guard readers.values.contains(where: \.wantsTicks) else { return }
        let beacons = ranged.map { ($0.identity, range($0, at: now)) }
        let inside = Set(monitor.statuses.filter { $0.state == .inside }.map(\.region.name))
        let message = isListening ? nil : silence
        for place in places.values {
            guard let reader = place.reader, reader.query.wantsTicks else { continue }
            let query = reader.query
            let region = query.region.flatMap { regions[$0] }
            // Ranging of a region begins with its enter and ends with its exit.
            if let name = query.region, !inside.contains(name), isListening { continue }
            let wanted = beacons.filter { query.includes($0.0) && region?.contains($0.0) ?? true }.map(\.1)
            let omitted = wanted.count - RangingSubscription.beaconLimit
            let tick = RangingLine(
                ts: .now, listening: isListening, message: message,
                beacons: Array(wanted.prefix(RangingSubscription.beaconLimit)), omitted: omitted > 0 ? omitted : nil)
            updatesMissed += reader.tell(.tick(tick))
        }
    }

    /// Sees whether any dongle listens.
    private func look() async {
        let heard = await listening()
        guard isWanted else { return await silent() }
        let wasListening = isListening
        isListening = heard.isListening
        silence = heard.reason
        monitor.setListening(heard.isListening, reason: heard.reason, at: clock.now())
        guard heard.isListening else {
            guard wasListening, !isFailureTold, isMonitoring || !readers.isEmpty else { return }
            isFailureTold = true
            await eventLog.record(
                .error, "Beacon ranging failed: \(heard.reason)", detail: "Regions are not left while no dongle listens.",
                dongle: nil, isSimulated: false)
            return
        }
        isFailureTold = false
    }

    private func silent() async {
        isListening = false
        silence = "nothing is scanned for"
        monitor.setListening(false, reason: silence, at: clock.now())
    }

    // MARK: Transitions

    private func begin(_ transition: RegionTransition) {
        let at = timestamp(transition.at)
        let origin = origins[transition.region] ?? Origin(dongle: nil, isSimulated: !simulated.isEmpty)
        let line = RegionLine(transition, at: at, isSimulated: origin.isSimulated)
        tell(.region(line)) { $0.region == nil || $0.region == transition.region }
        if case .dropped = transitionInput.yield(Settlement(transition: transition, origin: origin, at: at)) {
            transitionsDropped += 1
        }
    }

    /// Records transitions one after another, and has people told. Not where adverts are followed: the disk is slow.
    private func settle() async {
        for await settlement in transitions {
            let (transition, origin) = (settlement.transition, settlement.origin)
            await eventLog.record(
                transition.meaning.eventType, transition.meaning.title(to: transition.to),
                detail: "\(transition.region): \(transition.reason)", dongle: origin.dongle,
                isSimulated: origin.isSimulated)
            if transition.to != .unknown {
                do {
                    try await store.setRegionState(
                        transition.region, state: transition.to.rawValue,
                        microsecondsSince1970: settlement.at.microsecondsSince1970)
                } catch {
                    await eventLog.couldNotRecord(error)
                }
            }
            guard let notice = Notice(transition, at: settlement.at, origin: origin) else { continue }
            await configuration.notify(notice)
        }
    }

    // MARK: History

    private func endMinute(at now: Timestamp) async {
        let current = now.microsecondsSince1970 / 60_000_000
        guard let minute else { return minute = current }
        guard current != minute else { return }
        await storeHistory()
        self.minute = current
    }

    private func storeHistory() async {
        guard let minute else { return }
        let ended = summaries.take()
        guard !ended.isEmpty else { return }
        let entries = ended.map { summary in
            HistoryEntry(
                identity: summary.identity, dongle: numbers.id(summary.dongle) ?? "",
                count: Int(summary.count), rssi: summary.rssi.map { ($0.minimum, $0.mean, $0.maximum) },
                distanceM: distance(summary))
        }
        do {
            try await store.appendHistory(entries, startMicroseconds: minute * 60_000_000)
        } catch {
            historyDropped += ended.reduce(0) { $0 + UInt64($1.count) }
            await eventLog.couldNotRecord(error)
        }
    }

    private func distance(_ summary: SightingSummary) -> Double? {
        guard let rssi = summary.rssi, let power = tracker.beacon(summary.identity, at: clock.now())?.powerAt1mDBm
        else { return nil }
        let metres = tracker.configuration.distance.metres(rssiDBm: rssi.mean, powerDBm: power)
        return metres < 0 ? nil : metres
    }

    // MARK: Loading

    /// Reads what is kept, once.
    func load() async throws {
        guard !isLoaded else { return }
        try await loading.take {
            guard !isLoaded else { return }
            let stored = try await store.regions()
            let beacons = try await store.markedBeacons()
            for kept in stored {
                guard let region = BeaconRegion(kept) else { continue }
                regions[region.name] = region
                monitor.monitor(
                    region, lastDetermined: kept.state.flatMap(RegionState.init(rawValue:)), at: clock.now())
            }
            for beacon in beacons {
                aliases[beacon.identity] = beacon.alias
                if let power = beacon.calibration?.powerAt1mDBm {
                    tracker.calibrate(beacon.identity, BeaconCalibration(powerAt1mDBm: power))
                }
            }
            isLoaded = true
            expectUUIDs()
            wishesChanged()
        }
    }

    /// Tries until it can be read. A verb that asks for it is told why it cannot.
    private func keepLoading() async {
        var isNews = true
        while !Task.isCancelled, !isLoaded {
            do {
                try await load()
            } catch {
                if isNews { logger.error("Regions cannot be read: \(configuration.describe(error).message)") }
                isNews = false
                await clock.sleep(clock.now() + Self.retryAfter)
            }
        }
    }

    // MARK: Words

    /// A moment of the clock as a time of day.
    func timestamp(_ moment: Duration) -> Timestamp {
        let ago = clock.now() - moment
        return Timestamp(microsecondsSince1970: Timestamp.now.microsecondsSince1970 - ago.microseconds)
    }

    /// A beacon as it crosses the API.
    func range(_ beacon: RangedBeacon, at now: Duration) -> BeaconRange {
        BeaconRange(
            name: BeaconName(beacon.identity, alias: aliases[beacon.identity]),
            proximity: beacon.proximity.rawValue, accuracy: beacon.accuracyM, rssi: beacon.rssiDBm.map(Int.init),
            smoothedRSSI: beacon.smoothedRSSI, power: beacon.powerAt1mDBm, calibrated: beacon.isCalibrated,
            rate: beacon.rate, sightings: beacon.sightings, firstSeen: timestamp(beacon.firstSeen),
            lastSeen: timestamp(beacon.lastSeen), address: beacon.address.description, addresses: beacon.addresses,
            dongle: numbers.id(beacon.nearest),
            receptions: beacon.receptions.compactMap { reception in
                numbers.id(reception.dongle).map {
                    BeaconRange.Reception(
                        dongle: $0, smoothedRSSI: reception.smoothedRSSI, lastSeen: timestamp(reception.lastSeen))
                }
            },
            simulated: simulated.contains(beacon.nearest) ? true : nil)
    }
}
