/// The database of one gateway: the only owner of its file.
///
/// Every verb is one transaction, durable when it returns (`synchronous=FULL`).
public final class Store: Sendable {
    /// How long events are kept. What is over either limit goes with the next append.
    public struct Retention: Sendable, Hashable {
        /// 1...1,000,000.
        public var newest: Int
        /// Nil = any age.
        public var age: Duration?

        public init(newest: Int = 100, age: Duration? = nil) {
            self.newest = newest
            self.age = age
        }
    }

    /// Opens the database at `path`, made with its folder where it is missing, and brings it to the newest schema.
    ///
    /// - Throws: ``StoreError``; a database it cannot read is left as it is.
    public static func open(path: String, retention: Retention = Retention()) throws(StoreError) -> Store {
        fatalError("unbuilt")
    }

    /// A database that lasts as long as this object.
    public static func inMemory(retention: Retention = Retention()) throws(StoreError) -> Store {
        fatalError("unbuilt")
    }

    /// Nil for a database in memory.
    public var path: String? { fatalError("unbuilt") }

    /// Closes the database and gives up its lock. Later verbs throw.
    public func close() throws(StoreError) { fatalError("unbuilt") }
}
