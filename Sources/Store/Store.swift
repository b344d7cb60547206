import GRDB
import Glibc

/// Database of one gateway, which alone owns the file.
///
/// Each method is one transaction, durable when it returns (`synchronous=FULL`). A method that has
/// begun completes even if its task is cancelled.
package final class Store: Sendable {
    /// Limits for events and history. Rows beyond a limit are dropped with the next append.
    package struct Retention: Sendable, Hashable {
        /// Number of events kept, clamped to 1...1,000,000.
        package var newest: Int
        /// Nil = any age.
        package var age: Duration?

        /// Days for which history is kept, clamped to 1...3,650.
        package var historyDays: Int
        /// Size in megabytes beyond which the oldest history is dropped, clamped to 1...1,000,000.
        /// The whole database counts; only history is dropped.
        package var historyMegabytes: Int

        package init(newest: Int = 100, age: Duration? = nil, historyDays: Int = 30, historyMegabytes: Int = 500) {
            self.newest = newest
            self.age = age
            self.historyDays = historyDays
            self.historyMegabytes = historyMegabytes
        }

        fileprivate var inRange: Retention {
            Retention(
                newest: min(max(newest, 1), 1_000_000), age: age.map { max($0, .zero) },
                historyDays: min(max(historyDays, 1), 3_650),
                historyMegabytes: min(max(historyMegabytes, 1), 1_000_000))
        }
    }

    /// Nil for a database in memory.
    package var path: String? { database.path }
    /// State of the file when it was opened.
    package let origin: Origin
    /// Version of the program that used the database last, before it was opened.
    package let lastVersion: String
    /// Absolute path; nil for a database in memory.
    let location: String?
    let database: DatabaseAccess

    package let events: EventStore
    package let dongles: DongleStore
    package let beacons: BeaconStore
    package let placements: PlacementStore
    package let history: HistoryStore
    package let regions: RegionStore
    package let patterns: PatternStore
    package let configs: DeviceConfigStore
    package let detections: DetectionStore
    package let runs: RunStore
    package let payfrit: PayfritStore
    package let outbox: OutboxStore

    /// Opens the database at `path` and migrates it to the newest schema. Makes the file and its
    /// folder if they are missing.
    ///
    /// Blocks for some milliseconds; for seconds if another program is writing to the file.
    ///
    /// - Throws: ``StoreError``; a database that cannot be read is left unchanged.
    package static func open(path: String, retention: Retention = Retention()) throws(StoreError) -> Store {
        try open(path: path, retention: retention, elapsed: LivedTime.systemClock)
    }

    /// - Parameter elapsed: Returns the time since this call, by a clock that does not jump.
    static func open(
        path: String, retention: Retention = Retention(), elapsed: @escaping @Sendable () -> Duration
    ) throws(StoreError) -> Store {
        let file = try StoreFile(path: path)
        return try open(file, StoreLock(of: file), retention: retention, elapsed: elapsed)
    }

    static func open(
        _ file: StoreFile, _ lock: StoreLock, retention: Retention, elapsed: @escaping @Sendable () -> Duration
    ) throws(StoreError) -> Store {
        let origin = try file.prepare(migrations: Migrations.names)
        return try Store(file: file, lock: lock, origin: origin, retention: retention, elapsed: elapsed)
    }

    /// Makes a database in memory, which lasts as long as this object.
    package static func inMemory(retention: Retention = Retention()) throws(StoreError) -> Store {
        try inMemory(retention: retention, elapsed: LivedTime.systemClock)
    }

    static func inMemory(
        retention: Retention = Retention(), elapsed: @escaping @Sendable () -> Duration
    ) throws(StoreError) -> Store {
        try Store(file: nil, lock: nil, origin: .made, retention: retention, elapsed: elapsed)
    }

    /// - Parameters:
    ///   - file: Nil for a database in memory.
    ///   - lock: The lock of the file.
    private init(
        file: StoreFile?, lock: StoreLock?, origin: Origin, retention: Retention,
        elapsed: @escaping @Sendable () -> Duration
    ) throws(StoreError) {
        location = file?.location
        database = try DatabaseAccess(
            file: file, lock: lock, retention: retention.inRange, lived: LivedTime(elapsed: elapsed))
        self.origin = origin == .kept ? database.copy.map(Origin.migrated) ?? .kept : origin
        lastVersion = database.lastVersion
        events = EventStore(database: database)
        dongles = DongleStore(database: database)
        beacons = BeaconStore(database: database)
        placements = PlacementStore(database: database)
        history = HistoryStore(database: database)
        regions = RegionStore(database: database)
        patterns = PatternStore(database: database)
        configs = DeviceConfigStore(database: database)
        detections = DetectionStore(database: database)
        runs = RunStore(database: database)
        payfrit = PayfritStore(database: database)
        outbox = OutboxStore(database: database)
    }

    /// Sets a closure that is called whenever the database refuses all writes, for example because
    /// the disk is full.
    package func whenRefused(_ body: @escaping @Sendable (StoreError) -> Void) { database.whenRefused(body) }

    /// Closes the database and releases its lock, after waiting for methods under way. Later calls
    /// throw.
    package func close() throws(StoreError) { try database.close() }
}
