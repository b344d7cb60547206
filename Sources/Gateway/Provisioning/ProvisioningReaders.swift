import GatewayModel
import NIOConcurrencyHelpers

/// Readers that follow runs. A place is free as soon as its reader has left.
final class ProvisioningReaders: Sendable {
    private struct State {
        var readers: [String: ProvisioningReader] = [:]
        var next = 0
        var isFinished = false
    }

    private let limit: Int
    private let state = NIOLockedValueBox(State())

    init(limit: Int) {
        self.limit = limit
    }

    /// Adds a reader.
    ///
    /// - Throws: ``GatewayError/tooMany(_:limit:)``, ``GatewayError/stopping``.
    func enter(batch: Int64?) throws(GatewayError) -> ProvisioningReader {
        let entered: Result<ProvisioningReader, GatewayError> = state.withLockedValue { state in
            if state.isFinished { return .failure(.stopping) }
            guard state.readers.count < limit else { return .failure(.tooMany("readers", limit: limit)) }
            state.next += 1
            // The random half makes sure that an id from an earlier run of the gateway never names
            // a reader of this run.
            let name = "p\(state.next)-" + String(UInt32.random(in: .min ... .max), radix: 36)
            let reader = ProvisioningReader(name: name, batch: batch)
            state.readers[name] = reader
            return .success(reader)
        }
        return try entered.get()
    }

    /// Removes a reader. Does nothing the second time.
    func leave(_ name: String) {
        state.withLockedValue { $0.readers.removeValue(forKey: name) }?.finish()
    }

    func tell(_ run: ProvisioningRun) {
        for reader in readers where reader.batch ?? run.batch == run.batch { reader.tell(.run(run)) }
    }

    /// Ends the readers of a batch after the updates they hold, because all of its runs have ended.
    func finish(batch: Int64) {
        for reader in readers where reader.batch == batch { leave(reader.name) }
    }

    /// Ends every reader after the updates it holds, and refuses new ones.
    func finish() {
        state.withLockedValue { $0.isFinished = true }
        for reader in readers { leave(reader.name) }
    }

    private var readers: [ProvisioningReader] { state.withLockedValue { Array($0.readers.values) } }
}

/// Updates for one reader. A reader that is too slow misses the oldest, and is told how many.
final class ProvisioningReader: Sendable {
    let name: String
    let batch: Int64?
    let updates: LatestUpdates<ProvisioningSubscription.Element>

    init(name: String, batch: Int64?) {
        self.name = name
        self.batch = batch
        updates = LatestUpdates(capacity: ProvisioningSubscription.capacity) { .missed($0) }
    }

    func tell(_ update: ProvisioningSubscription.Element) { updates.tell(update) }

    func finish() { updates.finish() }
}
