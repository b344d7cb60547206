import GRDB
import Glibc
import Synchronization

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
    package let path: String?
    /// State of the file when it was opened.
    package let origin: Origin
    let retention: Retention
    /// Absolute path; nil for a database in memory.
    let location: String?
    /// The only connection that writes.
    let writer: DatabaseQueue
    /// Connection for short reads, which do not wait for writes.
    let reader: DatabaseQueue
    /// Connection for reads that may take seconds, so that events and their readers do not wait for
    /// them.
    let inspector: DatabaseQueue
    let lived: LivedTime
    /// Called with the error when the database refuses all writes.
    let refusals = Mutex<(@Sendable (StoreError) -> Void)?>(nil)
    private let lock: StoreLock?

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
        // If closing fails, the connections close with their last reference, and the kernel
        // releases the lock.
        try? close()
    }

    /// Closes the database and releases its lock, after waiting for methods under way. Later calls
    /// throw.
    package func close() throws(StoreError) {
        do {
            // The writer closes last: the last connection removes the write-ahead log, which a
            // reader could not do.
            try inspector.close()
            try reader.close()
            try writer.close()
        } catch {
            throw StoreError(error, path: path)
        }
        lock?.release()
    }
}
