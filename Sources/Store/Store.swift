import GRDB
import Glibc
import Synchronization

/// The database of one gateway: the only owner of its file.
///
/// Every verb is one transaction, durable when it returns (`synchronous=FULL`). A verb that was begun is carried out even
/// where its task is cancelled.
package final class Store: Sendable {
    /// How long events and history are kept. What is over a limit goes with the next append.
    package struct Retention: Sendable, Hashable {
        /// 1...1,000,000; what is outside is taken as the nearer end.
        package var newest: Int
        /// Nil = any age.
        package var age: Duration?

        /// Days that history is kept, 1...3,650; what is outside is taken as the nearer end.
        package var historyDays: Int
        /// Millions of bytes that the database has in use before the oldest history goes, 1...1,000,000; what is outside is
        /// taken as the nearer end. Everything in it counts; only history goes.
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
    package let path: String?
    /// What was there when it was opened.
    package let origin: Origin
    let retention: Retention
    /// Absolute; nil for a database in memory.
    let location: String?
    /// The only connection that writes.
    let writer: DatabaseQueue
    /// Waits for no write.
    let reader: DatabaseQueue
    /// For what may take seconds, so that neither events nor their readers wait for it.
    let inspector: DatabaseQueue
    let lived: LivedTime
    /// Told when the database refuses to be written to.
    let refusals = Mutex<(@Sendable (StoreError) -> Void)?>(nil)
    private let lock: StoreLock?

    /// Opens the database at `path`, made with its folder where it is missing, and brings it to the newest schema.
    ///
    /// Blocks for some milliseconds; for seconds where another program is writing to the file.
    ///
    /// - Throws: ``StoreError``; a database it cannot read is left as it is.
    package static func open(path: String, retention: Retention = Retention()) throws(StoreError) -> Store {
        try open(path: path, retention: retention, elapsed: LivedTime.systemClock)
    }

    /// - Parameter elapsed: Time since now, by a clock that does not jump.
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

    /// A database that lasts as long as this object.
    package static func inMemory(retention: Retention = Retention()) throws(StoreError) -> Store {
        try inMemory(retention: retention, elapsed: LivedTime.systemClock)
    }

    static func inMemory(
        retention: Retention = Retention(), elapsed: @escaping @Sendable () -> Duration
    ) throws(StoreError) -> Store {
        try Store(retention: retention, elapsed: elapsed)
    }

    private init(
        file: StoreFile, lock: StoreLock, origin: Origin, retention: Retention,
        elapsed: @escaping @Sendable () -> Duration
    ) throws(StoreError) {
        self.origin = origin
        lived = LivedTime(elapsed: elapsed)
        path = file.path
        location = file.location
        self.retention = retention.inRange
        self.lock = lock
        writer = try DatabaseConnection.writer(file)
        reader = try DatabaseConnection.reader(file)
        inspector = try DatabaseConnection.reader(file)
    }

    private init(retention: Retention, elapsed: @escaping @Sendable () -> Duration) throws(StoreError) {
        lived = LivedTime(elapsed: elapsed)
        origin = .made
        path = nil
        location = nil
        self.retention = retention.inRange
        lock = nil
        writer = try DatabaseConnection.inMemory()
        (reader, inspector) = (writer, writer)
    }

    deinit {
        // Where it fails, the connections close with their last reference, and the kernel takes the lock back.
        try? close()
    }

    /// Closes the database and gives up its lock. Later verbs throw. Waits for those under way.
    package func close() throws(StoreError) {
        do {
            // The writer last: the last connection tidies the write-ahead log away, and a reader could not.
            try inspector.close()
            try reader.close()
            try writer.close()
        } catch {
            throw StoreError(error, path: path)
        }
        lock?.release()
    }
}
