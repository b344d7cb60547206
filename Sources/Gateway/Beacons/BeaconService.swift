import Advertising
import BeaconTracking
import Concurrency
import DongleLink
import GatewayModel
import LineFormats
import Logging
import Store

/// Follows the beacons among the adverts: ranging, regions and history.
///
/// The decisions are made in the pure parts that this actor feeds. A gateway that stays runs it
/// always, any other gateway only while there is a reader.
package actor BeaconService {
    /// Largest number of transitions that wait to be recorded. Above it they are only counted.
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
    /// Returns the time of day, which may jump.
    let timeOfDay: @Sendable () -> Timestamp

    var tracker: BeaconTracker
    var monitor = RegionMonitor()
    var regions: [String: WatchedRegion] = [:]
    var aliases: [BeaconIdentity: String] = [:]
    var numbers = DongleNumbers()
    var named = NamedAddresses()
    var summaries: SightingSummaries
    var simulated: Set<DongleNumber> = []
    /// Number of regions watched since the start, including removed ones.
    var regionsWatched: UInt64 = 0

    nonisolated let places: RangingPlaces
    var subscription: AdvertSubscription?
    var isListening = false
    var silence = ""
    /// Whether the loss of the radio was reported.
    var isFailureTold = false
    /// Checks begun, and the newest of them that has returned a result.
    var looks: (begun: UInt64, last: UInt64) = (0, 0)
    var isLoaded = false
    /// Number of ticks since the start.
    var ticks: UInt64 = 0
    let loading = Turns()
    /// Makes changes happen in the same order in the store and here.
    let changing = Turns()
    let storing = Turns()

    var historyDropped: UInt64 = 0
    var transitionsDropped: UInt64 = 0
    var updatesMissed: UInt64 = 0
    /// The current minute, counted from 1970.
    var minute: Int64?
    /// Minutes that wait to be stored, oldest first.
    var endedMinutes: [EndedMinute] = []

    nonisolated let advertsWanted = Signal()
    nonisolated let ticksWanted = Signal()
    nonisolated let minuteEnded = Signal()
    nonisolated let transitions: AsyncStream<Settlement>
    nonisolated let transitionInput: AsyncStream<Settlement>.Continuation

    /// Listening state of the dongles.
    package struct Listening: Sendable, Hashable {
        /// Ids of the dongles that listen.
        package var dongles: Set<String>
        /// Reasons why others do not, by id.
        var reasons: [String: String] = [:]
        /// Reason why no dongle listens.
        var reason: String

        package var isListening: Bool { !dongles.isEmpty }
    }

    struct Origin: Sendable, Hashable {
        var dongle: String?
        var isSimulated: Bool
    }

    struct WatchedRegion {
        let region: BeaconRegion
        /// Number that changes when the region is removed and added again.
        let number: UInt64
        /// Origin of the advert that entered the region; it is also the origin of the exit.
        var origin: Origin?
    }

    /// Event that waits to be recorded.
    enum Settlement: Sendable {
        case transition(RegionTransition, of: UInt64?, Origin, at: Timestamp)
        case failure(reason: String)
    }

    init(
        configuration: Gateway.Configuration, store: Store, hub: AdvertHub, eventLog: EventLog, badges: BadgeCache,
        clock: GatewayClock, logger: Logger, listening: @escaping @Sendable () async -> Listening,
        timeOfDay: @escaping @Sendable () -> Timestamp = { .now }
    ) {
        (self.configuration, self.store, self.hub, self.eventLog) = (configuration, store, hub, eventLog)
        (self.badges, self.clock, self.logger) = (badges, clock, logger)
        (self.listening, self.timeOfDay) = (listening, timeOfDay)
        places = RangingPlaces(limit: min(configuration.readerLimit, RangingSubscription.readerLimit))
        tracker = BeaconTracker(configuration.beacons)
        summaries = SightingSummaries(capacity: configuration.beacons.capacity)
        (transitions, transitionInput) = AsyncStream.makeStream(
            bufferingPolicy: .bufferingOldest(Self.transitionLimit))
    }

    // MARK: Life

    /// Works until the hub ends or the task is cancelled; then stores the history so far.
    func run() async {
        // Not a child task: pending transitions are recorded even when this task is cancelled.
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

    /// Ends every reader, and refuses new ones.
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

    /// Applies a possible change of what readers and regions want.
    func wishesChanged() {
        // Beacons with a UUID that a region or reader waits for never count as a flood.
        tracker.expect(Set(regions.values.map(\.region.uuid) + places.queries.compactMap(\.uuid)))
        advertsWanted.wake()
        ticksWanted.wake()
        if !isWanted { subscription?.cancel() }
    }
}
