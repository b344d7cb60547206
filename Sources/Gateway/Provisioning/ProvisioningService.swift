import Advertising
import CP28
import Concurrency
import GatewayModel
import LineFormats
import Logging
import Store

/// Provisions beacons: as many at a time as a dongle has slots. Each run is journaled before and
/// after everything it does.
package actor ProvisioningService {
    /// Largest number of runs in one order.
    package static let itemLimit = 1_000
    /// Largest number of runs under way at a time.
    static let activeLimit = 2_000
    /// Longest wait for runs to end when the gateway stops.
    private static let finishLimit = Duration.seconds(3)

    let configuration: Gateway.Configuration
    /// Time for which to listen before the air counts as known; tests use a shorter time.
    var baselineTime = Duration.seconds(2)
    let store: Store
    let clock: GatewayClock
    let logger: Logger
    let dongles: DongleService
    let connections: ConnectionService
    private let eventLog: EventLog
    private let pool: WorkPool
    let air: AirWatch
    nonisolated let readers: ProvisioningReaders
    /// Runs under way, by their ids.
    var active: [Int64: ActiveRun] = [:]
    /// Turns for connecting, by dongle: one attempt at a time.
    var connecting: [String: Turns] = [:]
    /// Connection slots, by dongle.
    var dongleSlots: [String: Slots] = [:]
    let ordering = Turns()
    private var isSettled = false
    /// Runs whose end the store could not take yet, by their ids.
    private var owing: [Int64: ActiveRun] = [:]
    private let owes = Signal()
    private static let settlingPause = Duration.seconds(2)
    let allEnded = Signal()
    /// Called when a run has ended and its journal is complete, before the readers of its batch are
    /// ended.
    private let whenEnded: @Sendable (Int64) async -> Void
    /// Returns the name of the table that has a beacon, other than the table that is to have the
    /// identity.
    let tableName: @Sendable (BluetoothAddress, BeaconIdentity) async throws -> String?

    init(
        configuration: Gateway.Configuration, store: Store, hub: AdvertHub, eventLog: EventLog,
        dongles: DongleService, connections: ConnectionService, pool: WorkPool, clock: GatewayClock, logger: Logger,
        ended: @escaping @Sendable (Int64) async -> Void,
        tableName: @escaping @Sendable (BluetoothAddress, BeaconIdentity) async throws -> String?
    ) {
        (whenEnded, self.tableName) = (ended, tableName)
        (self.configuration, self.store, self.clock, self.logger) = (configuration, store, clock, logger)
        (self.dongles, self.connections, self.eventLog, self.pool) = (dongles, connections, eventLog, pool)
        air = AirWatch(hub: hub, clock: clock)
        readers = ProvisioningReaders(limit: configuration.readerLimit)
    }

    package func setBaselineTime(_ time: Duration) { baselineTime = time }

    /// Kinds of beacons that can be provisioned, the default first.
    package nonisolated var profiles: [BeaconProfile] { configuration.profiles }

    /// Returns whether a run is under way here.
    func isActive(_ run: Int64) -> Bool { active[run] != nil }

    /// Returns whether the dongle for an order is simulated.
    ///
    /// - Parameter dongle: Dongle as the order names it.
    /// - Throws: ``GatewayError``.
    func isSimulated(_ dongle: String?) async throws -> Bool {
        try await dongles.usable(dongle).link.isSimulated
    }

    // MARK: Orders

    /// Begins runs, which continue without the caller.
    ///
    /// - Throws: ``ProvisioningError``, ``GatewayError``, `StoreError`; in this case nothing was
    ///   begun.
    package func start(_ order: ProvisioningOrder) async throws -> ProvisioningBatch {
        try await ordering.take {
            let profile = try profile(order.profile)
            let tools = try await tools(ProvisioningTools.Wish(order))
            let targets = try await checked(order, profile)
            let known = try await addresses(of: targets.map { (0, $0.target) })
            let stored = try await store.runs.add(
                targets.map(\.target), atMicroseconds: Timestamp.now.microsecondsSince1970)
            let runs = stored.indices.map { index in
                PlannedRun(
                    stored: stored[index], wanted: targets[index].wanted, profile: profile, known: known[index])
            }
            return try begin(runs, tools, onlyLooks: false)
        }
    }

    /// Listens for each beacon first, and provisions those again that do not have their new
    /// identity.
    package func resume(_ order: ProvisioningContinuation) async throws -> ProvisioningBatch {
        try await again(order, onlyLooks: false)
    }

    /// Verifies runs by listening only.
    package func verify(_ order: ProvisioningContinuation) async throws -> ProvisioningBatch {
        try await again(order, onlyLooks: true)
    }

    private func again(_ order: ProvisioningContinuation, onlyLooks: Bool) async throws -> ProvisioningBatch {
        try await ordering.take {
            try await settleLeftovers()
            let chosen = try await choose(order, onlyLooks: onlyLooks)
            let prepared = try chosen.enumerated().map { index, run in
                (wanted: try Self.wanted(run.target, at: index), profile: try profile(run.target.profile))
            }
            let tools = try await tools(ProvisioningTools.Wish(order))
            let known = try await addresses(of: chosen.map { ($0.id, $0.target) })
            let stored = try await store.runs.rebatch(
                chosen.map(\.id), atMicroseconds: Timestamp.now.microsecondsSince1970)
            guard stored.map(\.id) == chosen.map(\.id) else { throw ProvisioningError.unknownRun(chosen[0].id) }
            let runs = stored.indices.map { index in
                PlannedRun(
                    stored: stored[index], wanted: prepared[index].wanted, profile: prepared[index].profile,
                    known: known[index])
            }
            return try begin(runs, tools, onlyLooks: onlyLooks)
        }
    }

    /// Returns, for each run, the addresses of other beacons that were given its identity: the
    /// identity heard from these proves nothing.
    private func addresses(of runs: [(id: Int64, target: StoredRun.Target)]) async throws -> [Set<BluetoothAddress>] {
        var addresses: [Set<BluetoothAddress>] = []
        for (id, target) in runs {
            let all = try await store.runs.addresses(with: target.identity, besides: id)
            addresses.append(Set(all).subtracting([target.address]))
        }
        return addresses
    }

    private func begin(
        _ runs: [PlannedRun], _ tools: ProvisioningTools, onlyLooks: Bool
    ) throws(GatewayError) -> ProvisioningBatch {
        let batch = runs.first?.stored.batch ?? 0
        let readers = readers
        let begun = runs.map { planned in
            let run = ActiveRun(planned.stored, store: store) { readers.tell(ProvisioningRun($0)) }
            active[planned.stored.id] = run
            return (run, planned)
        }
        let isJoined = pool.join {
            await self.work(begun, tools, onlyLooks: onlyLooks)
            self.readers.finish(batch: batch)
        }
        guard isJoined else {
            // The gateway is stopping; the next one reports the planned runs as interrupted.
            for planned in runs { active[planned.stored.id] = nil }
            throw .stopping
        }
        return ProvisioningBatch(
            batch: batch, parallel: tools.parallel, runs: runs.map { ProvisioningRun($0.stored) })
    }

    private func work(
        _ runs: [(run: ActiveRun, planned: PlannedRun)], _ tools: ProvisioningTools, onlyLooks: Bool
    ) async {
        do {
            try await air.whileListening {
                await withTaskGroup(of: Void.self) { group in
                    for (run, planned) in runs {
                        group.addTask {
                            let worker = await self.worker(run, planned, tools)
                            let isJournaled = onlyLooks ? await worker.lookOnly() : await worker.work()
                            await self.ended(planned.stored.id, run, isJournaled: isJournaled)
                            if !onlyLooks { await self.tell(of: run) }
                            await self.whenEnded(planned.stored.id)
                        }
                    }
                }
            }
        } catch {
            // The gateway is stopping: the hub accepts no readers.
            for (run, planned) in runs { ended(planned.stored.id, run, isJournaled: true) }
        }
    }

    /// Records the end of a run.
    private func tell(of run: ActiveRun) async {
        let run = await run.stored
        let (state, reason) = (run.progress.state, run.progress.reason)
        let isVerified = state == .verified
        let identity = run.target.identity
        let why = reason.map { " \($0.message)" } ?? ""
        let dongle = run.progress.dongle
        await eventLog.record(
            isVerified ? .info : .error, isVerified ? "Beacon provisioned" : "Beacon not provisioned",
            detail: "Run \(run.id), \(run.target.name) at \(run.target.address), \(identity): \(state).\(why)",
            dongle: dongle, isSimulated: dongles.isSimulated(dongle), level: isVerified ? .notice : .warning)
    }

    private func ended(_ id: Int64, _ run: ActiveRun, isJournaled: Bool) {
        if !isJournaled {
            logger.error("Run \(id) ended, and the store could not take that yet.")
            owing[id] = run
            owes.wake()
        }
        active[id] = nil
        if active.isEmpty { allEnded.wake() }
    }

    // MARK: Runs that the store could not take

    /// Retries the lines that the store could not take. Returns when the task is cancelled.
    func keepSettling() async {
        while !Task.isCancelled {
            await owes.wait()
            while !owing.isEmpty, !Task.isCancelled {
                await clock.sleep(clock.now() + Self.settlingPause)
                if Task.isCancelled { return }
                await settleOwed()
            }
        }
    }

    private func settleOwed() async {
        for id in owing.keys.sorted() { await settle(id) }
    }

    private func settle(_ id: Int64) async {
        guard let run = owing[id] else { return }
        do {
            try await run.settle()
        } catch {
            return
        }
        owing[id] = nil
        logger.notice("How run \(id) ended is stored now.")
        await whenEnded(id)
    }

    /// Replaces runs whose end is not stored yet by their actual state.
    func asTheyAre(_ runs: [StoredRun]) async -> [StoredRun] {
        guard !owing.isEmpty else { return runs }
        var known: [StoredRun] = []
        for run in runs { known.append(await owing[run.id]?.stored ?? run) }
        return known
    }

    // MARK: Stopping

    /// Stops the runs of a batch (nil = all) after their present action. Returns the number of runs
    /// that were under way.
    package func stop(batch: Int64?) async -> Int {
        var count = 0
        for run in active.values {
            if let batch, await run.stored.batch != batch { continue }
            await run.stop()
            count += 1
        }
        return count
    }

    /// Ends every run, waiting a limited time, and every reader.
    func finish() async {
        if await stop(batch: nil) > 0 {
            let deadline = clock.now() + Self.finishLimit
            while !active.isEmpty, clock.now() < deadline { await allEnded.wait(until: deadline, clock) }
        }
        await settleOwed()
        readers.finish()
    }

    // MARK: Leftovers of a gateway that was killed

    /// Settles the runs that were under way when an earlier gateway ended.
    func settleLeftovers() async throws {
        await settleOwed()
        guard !isSettled else { return }
        for var run in try await store.runs.list(states: ProvisioningState.active)
        where active[run.id] == nil && owing[run.id] == nil {
            let state = run.stateAfterInterruption()
            let reason = state.failure.map(reason)
            run.progress.state = state.word
            run.progress.reason = reason
            let now = Timestamp.now.microsecondsSince1970
            let entry = JournalEntry(
                atMicroseconds: now, attempt: max(1, run.progress.attempts), phase: .note, kind: "settle",
                detail: "\(state.word): the gateway ended in the middle")
            try await store.runs.journal([entry], of: run.id, progress: run.progress)
        }
        isSettled = true
    }

    nonisolated func reason(_ failure: RunFailure) -> StoredRun.Reason {
        let (code, message, hint) = configuration.describe(failure)
        return StoredRun.Reason(code: code, message: message, hint: hint)
    }
}

extension StoredRun {
    /// Returns the state of a run that ended in the middle.
    ///
    /// - Parameter failure: Makes the reason of the end from the step that was reached.
    func stateAfterInterruption(_ failure: (Int) -> RunFailure = { .interrupted(step: $0) }) -> RunState {
        let reason = failure(progress.step)
        if [.saved, .writtenUnverified].contains(progress.state) {
            return .writtenUnverified(reason)
        }
        return progress.saveBegun ? .unknown(reason) : .failed(reason)
    }
}
