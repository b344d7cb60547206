import Advertising
import CP28
import DongleLink

/// Listens to every dongle while runs need it, and records what is on the air.
actor AirWatch {
    /// Interval at which a waiting run checks the air, while few runs wait.
    private static let lookInterval = Duration.milliseconds(50)
    /// Number of waiting runs up to which each checks at that interval; with more of them, each
    /// checks less often.
    private static let fewWaiters = 50

    private let hub: AdvertHub
    private let clock: GatewayClock
    private(set) var log = AirLog()
    /// Time since which each dongle has listened without a break, by the dongle's id.
    private var listening: [String: Duration] = [:]
    private var holders = 0
    private var waiters = 0
    private var subscription: AdvertSubscription?

    init(hub: AdvertHub, clock: GatewayClock) {
        self.hub = hub
        self.clock = clock
    }

    /// Listens at least for as long as `body` runs.
    func whileListening<Value: Sendable>(_ body: @Sendable () async throws -> Value) async throws -> Value {
        holders += 1
        do {
            if subscription == nil { try listen() }
            let value = try await body()
            leave()
            return value
        } catch {
            leave()
            throw error
        }
    }

    private func leave() {
        holders -= 1
        guard holders == 0 else { return }
        subscription?.cancel()
        subscription = nil
        listening = [:]
    }

    private func listen() throws {
        let subscription = try hub.subscribe(.all, ScanDemand(isActive: true, minimumRSSI: nil), isClient: false)
        self.subscription = subscription
        // The loop ends with the subscription, which is cancelled on every path.
        Task { for await update in subscription { take(update, of: subscription.id) } }
    }

    private func take(_ update: AdvertUpdate, of id: String) {
        guard subscription?.id == id else { return }
        switch update {
        case .adverts(let batch): hear(batch)
        case .restored(let dongle): listening[dongle] = clock.now()
        case .interrupted(let dongle, _), .failed(let dongle, _, _): listening[dongle] = nil
        // A wanted beacon's advert may have been among the lost ones.
        case .lost(let dongle, _): if listening[dongle] != nil { listening[dongle] = clock.now() }
        case .missed: for dongle in listening.keys { listening[dongle] = clock.now() }
        }
    }

    private func hear(_ batch: HeardAdverts) {
        let now = clock.now()
        let since = listening[batch.dongle] ?? now
        listening[batch.dongle] = since
        for (sighting, advert) in batch.adverts {
            log.hear(
                advert, from: sighting.address, sighting.addressType, pdu: sighting.pdu,
                rssiDBm: sighting.rssiDBm == 127 ? nil : sighting.rssiDBm, at: now,
                listeningSince: since)
        }
    }

    /// Notes that a connection to a beacon begins or ends: the beacon is silent meanwhile.
    func noteConnection(to address: BluetoothAddress) { log.noteConnection(to: address) }

    /// Returns the present state of the air for a dongle.
    func air(of dongle: String) -> Air {
        Air(log: log, listeningSince: listening[dongle], now: clock.now())
    }

    /// Snapshot of the air.
    struct Air: Sendable {
        let log: AirLog
        /// Time since which the dongle has listened without a break; nil = it does not listen, or
        /// has heard nothing yet.
        let listeningSince: Duration?
        let now: Duration
    }

    /// Checks the air until `body` returns a value, the deadline has passed, or the task is
    /// cancelled.
    ///
    /// - Returns: The value of `body`; nil if there was none.
    func wait<Value: Sendable>(
        of dongle: String, until deadline: Duration, _ body: @Sendable (Air) -> Value?
    ) async -> Value? {
        waiters += 1
        defer { waiters -= 1 }
        while true {
            if let value = body(air(of: dongle)) { return value }
            guard clock.now() < deadline, !Task.isCancelled else { return nil }
            let pause = Self.lookInterval * max(1, waiters / Self.fewWaiters)
            await clock.sleep(min(deadline, clock.now() + pause))
        }
    }
}
