import Advertising
import BeaconTracking
import Concurrency
import DongleLink
import GatewayModel
import JSONLines
import Logging
import Store

/// Follows the beacons among the adverts: ranging, regions and history.
///
/// What it decides stands in the parts it feeds, which are pure. It runs while somebody wants it: always in a gateway that
/// stays, otherwise as long as there is a reader.
package actor BeaconService {
    /// Transitions that wait to be recorded. Beyond it they are only counted.
    static let transitionLimit = 4096
    static let interval = Duration.seconds(60)
    static let retryAfter = Duration.seconds(5)

    let configuration: Gateway.Configuration
    let store: Store
    let clock: GatewayClock
    let hub: AdvertHub
    let logger: Logger
    let eventLog: EventLog
    let badges: BadgeCache
    let listening: @Sendable () async -> Listening
    /// The time of day, which may jump.
    let timeOfDay: @Sendable () -> Timestamp

    var tracker: BeaconTracker
    var monitor = RegionMonitor()
    var regions: [String: WatchedRegion] = [:]
    var aliases: [BeaconIdentity: String] = [:]
    var numbers = DongleNumbers()
    var named = NamedAddresses()
    var summaries: SightingSummaries
    var simulated: Set<DongleNumber> = []
    /// Since the start, removed ones too.
    var regionsWatched: UInt64 = 0

    nonisolated let places: RangingPlaces
    var subscription: AdvertSubscription?
    var isListening = false
    var silence = ""
    /// Whether the loss of the radio was told.
    var isFailureTold = false
    /// Looks begun, and the latest of them that has said something.
    var looks: (begun: UInt64, last: UInt64) = (0, 0)
    var isLoaded = false
    /// Since the start.
    var ticks: UInt64 = 0
    let loading = Turns()
    /// What is kept changes in the same order in the store and here.
    let changing = Turns()
    let storing = Turns()

    var historyDropped: UInt64 = 0
    var transitionsDropped: UInt64 = 0
    var updatesMissed: UInt64 = 0
    /// The minute that is being summed up, counted from 1970.
    var minute: Int64?
    /// Minutes that wait to be stored, oldest first.
    var endedMinutes: [EndedMinute] = []

    nonisolated let advertsWanted = Signal()
    nonisolated let ticksWanted = Signal()
    nonisolated let minuteEnded = Signal()
    nonisolated let transitions: AsyncStream<Settlement>
    nonisolated let transitionInput: AsyncStream<Settlement>.Continuation

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

    struct WatchedRegion {
        let region: BeaconRegion
        /// Another one when it was removed and added again.
        let number: UInt64
        /// What it was entered by: whose it is when it is left.
        var origin: Origin?
    }

    /// What waits to be recorded.
    enum Settlement: Sendable {
        case transition(RegionTransition, of: UInt64?, Origin, at: Timestamp)
        case failure(reason: String)
    }

    init(
        configuration: Gateway.Configuration, store: Store, hub: AdvertHub, eventLog: EventLog, badges: BadgeCache,
        clock: GatewayClock, logger: Logger, listening: @escaping @Sendable () async -> Listening,
        timeOfDay: @escaping @Sendable () -> Timestamp = { .now }
    ) {
        self.configuration = configuration
        self.store = store
        self.hub = hub
        self.eventLog = eventLog
        self.badges = badges
        self.clock = clock
        self.logger = logger
        self.listening = listening
        self.timeOfDay = timeOfDay
        places = RangingPlaces(limit: min(configuration.readerLimit, RangingSubscription.readerLimit))
        tracker = BeaconTracker(configuration.beacons)
        summaries = SightingSummaries(capacity: configuration.beacons.capacity)
        (transitions, transitionInput) = AsyncStream.makeStream(
            bufferingPolicy: .bufferingOldest(Self.transitionLimit))
    }

    // MARK: Life

    /// Works until the hub ends or the task is cancelled; then what was summed up is stored.
    func run() async {
        // Not a child: what has happened is recorded also where this task is cancelled.
        let settling = Task { await settle() }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.keepLoading() }
            group.addTask { await self.tickOn() }
            group.addTask { await self.followReaders() }
            group.addTask { await self.storeMinutes() }
            await followAdverts()
            group.cancelAll()
        }
        transitionInput.finish()
        await settling.value
        await storeHistory()
    }

    /// Ends every reader, and lets no other in.
    func finish() {
        places.finish()
    }

    /// Whether adverts are followed.
    var isWanted: Bool { isAlwaysWanted || !places.isEmpty }

    var isAlwaysWanted: Bool { configuration.isDaemon && (configuration.scansAlways || !regions.isEmpty) }

    /// Whether regions are watched.
    var isMonitoring: Bool {
        guard !regions.isEmpty else { return false }
        return configuration.isDaemon || places.queries.contains { !$0.wantsTicks || $0.region != nil }
    }

    func followAdverts() async {
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
            silent()
        }
    }

    /// What is wanted may have changed.
    func wishesChanged() {
        // Nobody's beacons are a flood who is waited for.
        tracker.expect(Set(regions.values.map(\.region.uuid) + places.queries.compactMap(\.uuid)))
        advertsWanted.wake()
        ticksWanted.wake()
        if !isWanted { subscription?.cancel() }
    }
}
