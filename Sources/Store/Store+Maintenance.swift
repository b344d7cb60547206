extension Store {
    /// Copies the database to a new file while it is in use; the copy appears under its name when it is whole and on the disk.
    ///
    /// - Throws: ``StoreError/exists(path:)`` unless `replacing`.
    public func backup(to path: String, replacing: Bool = false) async throws(StoreError) { fatalError("unbuilt") }

    /// What SQLite finds wrong with the file and with references between tables; empty for a sound database.
    public func check() async throws(StoreError) -> [String] { fatalError("unbuilt") }

    /// Bytes of the database and its log, the newest migration, and the number of events kept.
    public func size() async throws(StoreError) -> (bytes: Int64?, schema: String, events: Int) {
        fatalError("unbuilt")
    }
}
