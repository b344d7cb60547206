import Advertising
import CP28
import DongleLink

/// Listens to every dongle while runs need it, and knows what is on the air.
actor AirWatch {
    /// How often the air is looked at by those who wait for something on it, where they are few.
    private static let lookInterval = Duration.milliseconds(50)
    /// So many look that often; of more each looks less often.
    private static let fewWaiters = 50

    private let hub: AdvertHub
    private let clock: GatewayClock
    private(set) var log = AirLog()
    /// Since when each dongle listens without a break, by its id.
    private var listening: [String: Duration] = [:]
    private var holders = 0
    private var waiters = 0
    private var subscription: AdvertSubscription?

    init(hub: AdvertHub, clock: GatewayClock) {
        self.hub = hub
        self.clock = clock
    }

    /// Listens for as long as `body` runs, at least.
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
        // It ends with the subscription, which is cancelled on every path.
        Task { for await update in subscription { take(update, of: subscription.id) } }
    }

    private func take(_ update: AdvertUpdate, of id: String) {
        guard subscription?.id == id else { return }
        switch update {
        case .adverts(let batch): hear(batch)
        case .restored(let dongle): listening[dongle] = clock.now()
        case .interrupted(let dongle, _), .failed(let dongle, _): listening[dongle] = nil
        // Who is listened for may have been among them.
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

    /// Somebody connects to a beacon, or ends that: it is silent meanwhile.
    func noteConnection(to address: BluetoothAddress) { log.noteConnection(to: address) }

    /// The air as it is now.
    func air(of dongle: String) -> Air {
        Air(log: log, listeningSince: listening[dongle], now: clock.now())
    }

    /// One moment of it.
    struct Air: Sendable {
        let log: AirLog
        /// Since when the dongle listens without a break; nil = it does not, or has heard nothing yet.
        let listeningSince: Duration?
        let now: Duration
    }

    /// Looks until `body` says something, the time is over, or the task is cancelled.
    ///
    /// - Returns: What it said; nil where it did not.
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
