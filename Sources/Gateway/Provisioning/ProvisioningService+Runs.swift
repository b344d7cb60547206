import Advertising
import CP28
import GatewayModel
import LineFormats
import Store

/// Requests about runs.
extension ProvisioningService {
    /// Returns runs, newest first.
    ///
    /// - Parameters:
    ///   - before: Id before which the list begins.
    ///   - limit: 1...1000.
    package func runs(batch: Int64?, before: Int64?, limit: Int) async throws -> [ProvisioningRun] {
        try await settleLeftovers()
        return await asTheyAre(try await store.runs.list(batch: batch, before: before, limit: limit)).map {
            ProvisioningRun($0)
        }
    }

    /// - Throws: ``ProvisioningError/unknownRun(_:)``, `StoreError`.
    package func run(_ id: Int64) async throws -> ProvisioningRun {
        try await settleLeftovers()
        guard let run = try await store.runs.find(id) else { throw ProvisioningError.unknownRun(id) }
        return ProvisioningRun(await asTheyAre([run])[0])
    }

    /// Returns the lines of a run's journal.
    ///
    /// - Parameters:
    ///   - after: Number after which the list begins.
    ///   - limit: 1...1000.
    package func exchange(_ id: Int64, after: Int, limit: Int) async throws -> ExchangeList {
        _ = try await run(id)
        let entries = try await store.runs.journal(of: id, after: after, limit: limit)
        let dropped = try await store.runs.droppedJournalLines(of: id)
        return ExchangeList(
            entries: entries.map { ExchangeEntry(number: $0.number, $0.entry) }, dropped: dropped > 0 ? dropped : nil)
    }

    /// Returns the states of runs, now and at each change.
    ///
    /// - Parameter batch: Batch whose runs to follow; the subscription ends when all of them have
    ///   ended. Nil = all runs, without an end.
    package func subscribe(batch: Int64?) async throws -> ProvisioningSubscription {
        try await settleLeftovers()
        let reader = try readers.enter(batch: batch)
        do {
            let runs: [StoredRun]
            if let batch {
                runs = try await asTheyAre(store.runs.list(batch: batch, limit: Self.itemLimit))
            } else {
                runs = try await store.runs.list(states: ProvisioningState.active)
            }
            // Its runs have ended already, so nothing else would end this subscription.
            if let batch, runs.allSatisfy({ active[$0.id] == nil }) { readers.finish(batch: batch) }
            return ProvisioningSubscription(
                standing: runs.sorted { $0.id < $1.id }.map { ProvisioningRun($0) }, reader: reader, readers: readers)
        } catch {
            readers.leave(reader.name)
            throw error
        }
    }
}

extension ProvisioningRun {
    init(_ run: StoredRun) {
        let (target, progress) = (run.target, run.progress)
        self.init(
            id: run.id, batch: run.batch,
            state: progress.state, step: progress.step, steps: ConfigurationStep.count,
            reason: progress.reason.map { RunReason(code: $0.code, message: $0.message, hint: $0.hint) },
            address: target.address, addressType: target.addressType, name: target.name,
            uuid: target.identity.uuid, major: Int(target.identity.major),
            minor: Int(target.identity.minor), rssiAt1m: target.rssiAt1m, intervalMs: target.intervalMs,
            txPower: target.txPower, profile: target.profile, dongle: progress.dongle, attempts: progress.attempts,
            created: Timestamp(microsecondsSince1970: run.createdMicroseconds),
            updated: Timestamp(microsecondsSince1970: run.updatedMicroseconds),
            found: progress.found.map {
                RunIdentity(uuid: $0.uuid, major: Int($0.major), minor: Int($0.minor))
            },
            seenAddress: progress.seenAddress, seenRSSI: progress.seenRSSI,
            simulated: progress.isSimulated ? true : nil)
    }
}

extension ExchangeEntry {
    fileprivate init(number: Int, _ entry: JournalEntry) {
        self.init(
            number: number, at: Timestamp(microsecondsSince1970: entry.atMicroseconds), attempt: entry.attempt,
            phase: entry.phase, kind: entry.kind, step: entry.step, detail: entry.detail,
            hex: entry.bytes.map(Hexadecimal.text))
    }
}
