import Advertising

/// Runs of provisioning, and their journals.
extension Store {
    /// Runs that are kept. Beyond it the oldest of those that stand still go, with their journals.
    public static let runLimit = 10_000
    /// Lines of a run's journal that are kept; what comes later is counted.
    public static let journalLimit = 5_000

    /// Adds runs that are planned, as one batch.
    public func addRuns(_ targets: [StoredRun.Target], atMicroseconds now: Int64) async throws(StoreError)
        -> [StoredRun]
    {
        []
    }

    /// Gives runs to a new batch, in the order of `ids`. Those that are not there are left out.
    public func rebatchRuns(_ ids: [Int64], atMicroseconds now: Int64) async throws(StoreError) -> [StoredRun] {
        []
    }

    /// Adds to a run's journal and says how the run stands, both or neither. Durable when it returns.
    ///
    /// - Returns: Whether the line was kept; false beyond ``journalLimit``, and where the run is not there.
    @discardableResult
    public func journal(
        _ entry: JournalEntry, of run: Int64, progress: StoredRun.Progress?
    ) async throws(StoreError) -> Bool {
        false
    }

    /// Runs, the newest first.
    ///
    /// - Parameter before: Only those with a lower id.
    public func runs(
        batch: Int64? = nil, before: Int64? = nil, limit: Int
    ) async throws(StoreError) -> [StoredRun] {
        []
    }

    public func run(_ id: Int64) async throws(StoreError) -> StoredRun? {
        nil
    }

    /// The newest run of each beacon's address, the newest first.
    public func newestRuns(limit: Int) async throws(StoreError) -> [StoredRun] {
        []
    }

    /// Runs with this identity, the newest first.
    public func runs(identity: BeaconIdentity) async throws(StoreError) -> [StoredRun] {
        []
    }

    /// Runs in one of these states, the oldest first.
    public func runs(states: [String]) async throws(StoreError) -> [StoredRun] {
        []
    }

    /// Lines of a run's journal in their order, with their numbers, 1 the first.
    public func journal(
        of run: Int64, after: Int, limit: Int
    ) async throws(StoreError) -> [(number: Int, entry: JournalEntry)] {
        []
    }

    /// Lines of a run's journal that were not kept.
    public func droppedJournalLines(of run: Int64) async throws(StoreError) -> Int {
        0
    }

    // MARK: Shards

    /// Replaces the pool of shard UUIDs, in this order. Checked by the caller.
    public func setShards(_ uuids: [ProximityUUID]) async throws(StoreError) {}

    /// The pool of shard UUIDs in its order.
    public func shards() async throws(StoreError) -> [ProximityUUID] {
        []
    }
}
