import Concurrency
import NIOConcurrencyHelpers

/// Hands the adverts of every dongle to every reader, and decides what each dongle scans for.
///
/// Readers share a batch, so each reader costs one reference per batch. The hub waits for late
/// readers: at most ``longestPause`` per batch for all of them together.
final class AdvertHub: Sendable {
    /// Equal to the link's pause in reading from the port while a feed is not read.
    static let longestPause = Duration.milliseconds(250)

    private struct Place {
        let id: UInt64
        let scope: AdvertScope
        let queue: AdvertQueue
        /// Nil once the reader is ending; until then it still gets updates.
        var demand: ScanDemand?
        /// Whether the reader counts against the limit.
        let isClient: Bool
    }

    private struct State {
        var places: [Place] = []
        var sources: [Int: AdvertSource] = [:]
        /// Rises with each change of the scan demand.
        var version: UInt64 = 0
        var missed: UInt64 = 0
        var nextID: UInt64 = 0
        var isFinished = false
    }

    /// Scan demand that holds even without readers.
    let standing: ScanDemand?
    private let readerLimit: Int
    private let clock: GatewayClock
    private let state = NIOLockedValueBox(State())

    init(standing: ScanDemand?, readerLimit: Int, clock: GatewayClock) {
        self.standing = standing
        self.readerLimit = readerLimit
        self.clock = clock
    }

    // MARK: Readers

    /// Adds a reader.
    ///
    /// - Parameter isClient: False for the gateway's own readers, which do not count against the
    ///   limit.
    /// - Throws: ``GatewayError/tooMany(_:limit:)``, ``GatewayError/stopping``.
    func subscribe(
        _ scope: AdvertScope, _ demand: ScanDemand, isClient: Bool = true
    ) throws(GatewayError) -> AdvertSubscription {
        let entered: Result<(AdvertReader, [AdvertSource]), GatewayError> = state.withLockedValue { state in
            if state.isFinished { return .failure(.stopping) }
            if isClient, state.places.count(where: \.isClient) >= readerLimit {
                return .failure(.tooMany("readers", limit: readerLimit))
            }
            state.nextID += 1
            state.version += 1
            let reader = AdvertReader(id: state.nextID, hub: self)
            state.places.append(
                Place(id: reader.id, scope: scope, queue: reader.queue, demand: demand, isClient: isClient))
            return .success((reader, Array(state.sources.values)))
        }
        let (reader, sources) = try entered.get()
        for source in sources { source.changed.wake() }
        return AdvertSubscription(reader: reader)
    }

    /// Listens until `find` finds something in a batch. Returns nil if it has found nothing until
    /// the deadline.
    ///
    /// - Throws: ``GatewayError/stopping``, `CancellationError`.
    func first<Found: Sendable>(
        in scope: AdvertScope, _ demand: ScanDemand, until deadline: Duration,
        find: @escaping @Sendable (HeardAdverts) -> Found?
    ) async throws -> Found? {
        let adverts = try subscribe(scope, demand, isClient: false)
        defer { adverts.cancel() }
        let found = await withTaskGroup(of: Found?.self) { group in
            group.addTask {
                for await update in adverts {
                    if case .adverts(let batch) = update, let found = find(batch) { return found }
                }
                return nil
            }
            group.addTask { [clock] in
                await clock.sleep(deadline)
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
        try Task.checkCancellation()
        return found
    }

    /// Removes a reader. Does nothing the second time.
    func remove(_ id: UInt64) {
        let sources: [AdvertSource] = state.withLockedValue { state in
            guard let index = state.places.firstIndex(where: { $0.id == id }) else { return [] }
            state.places.remove(at: index)
            state.version += 1
            return Array(state.sources.values)
        }
        for source in sources { source.changed.wake() }
    }

    /// Ends a reader in order: if it was the last to want a dongle's adverts, that scan is stopped
    /// and drained first.
    func end(_ reader: AdvertReader) async {
        let (version, idle): (UInt64, [AdvertSource]) = state.withLockedValue { state in
            guard let index = state.places.firstIndex(where: { $0.id == reader.id }) else { return (0, []) }
            state.places[index].demand = nil
            state.version += 1
            return (state.version, Array(state.sources.values))
        }
        for source in idle { source.changed.wake() }
        for source in idle where demand(of: source).demand == nil { await source.settled(version) }
        reader.queue.finish()
        remove(reader.id)
    }

    /// Ends every reader after the updates it holds, and refuses new ones.
    func finish() {
        let places = state.withLockedValue { state in
            state.isFinished = true
            defer { state.places = [] }
            return state.places
        }
        for place in places { place.queue.finish() }
    }

    var isFinished: Bool { state.withLockedValue(\.isFinished) }

    /// Number of clients' readers, and adverts missed by all readers since the start.
    var counts: (readers: Int, missed: UInt64) {
        state.withLockedValue { ($0.places.count(where: \.isClient), $0.missed) }
    }

    // MARK: Demand

    func add(_ source: AdvertSource) {
        state.withLockedValue { $0.sources[source.key] = source }
    }

    func remove(_ source: AdvertSource) {
        state.withLockedValue { $0.sources[source.key] = nil }
        source.close()
    }

    /// Returns the scan demand of a dongle (nil = no scan) and its version.
    func demand(of source: AdvertSource) -> (demand: ScanDemand?, version: UInt64) {
        let id = source.id
        return demand { $0.includes(id: id, key: source.key) }
    }

    /// Scan demand over all dongles.
    var demand: ScanDemand? { demand { _ in true }.demand }

    private func demand(where counts: (AdvertScope) -> Bool) -> (demand: ScanDemand?, version: UInt64) {
        state.withLockedValue { state in
            var sum = standing
            for place in state.places {
                guard let demand = place.demand, counts(place.scope) else { continue }
                sum = sum?.union(demand) ?? demand
            }
            return (sum, state.version)
        }
    }

    // MARK: Publishing

    /// Gives a batch to every reader in whose scope it is, and waits for those that are late.
    func publish(_ batch: HeardAdverts, from key: Int) async {
        var missed: UInt64 = 0
        var congested: [AdvertQueue] = []
        for place in state.withLockedValue(\.places) where place.scope.includes(id: batch.dongle, key: key) {
            let outcome = place.queue.append(batch)
            missed += outcome.missed
            if outcome.isCongested { congested.append(place.queue) }
        }
        count(missed)
        if !congested.isEmpty { await wait(for: congested) }
    }

    /// Gives an update to every reader in whose scope it is.
    func tell(_ update: AdvertUpdate, id: String, from key: Int) {
        var missed: UInt64 = 0
        for place in state.withLockedValue(\.places) where place.scope.includes(id: id, key: key) {
            missed += place.queue.tell(update)
        }
        count(missed)
    }

    private func count(_ missed: UInt64) {
        if missed > 0 { state.withLockedValue { $0.missed += missed } }
    }

    private func wait(for congested: [AdvertQueue]) async {
        let signal = Signal()
        await clock.atMost(Self.longestPause) {
            // All at once, so that several stuck readers together cost one pause.
            for queue in congested { _ = queue.isCongested(waking: signal) }
            for queue in congested {
                while !Task.isCancelled, queue.isCongested(waking: signal) { await signal.wait() }
            }
        }
        for queue in congested { queue.endWait(of: signal) }
    }
}
