import Glibc

extension Store {
    /// Paths of the copies from before migrations, newest first.
    package var copies: [String] { location.map(StoreFile.schemaCopies) ?? [] }

    /// State of a database file, read without owning or changing the file.
    package struct Inspection: Sendable, Hashable {
        /// The newest of this program's migrations that the database has been through; nil for an
        /// empty one.
        package let schema: String?
        /// Whether opening the file copies and migrates it first.
        package let needsMigration: Bool
        /// Whether a process owns the database at the moment. `owner` is its id, where that is
        /// known.
        package let isOwned: Bool
        package let owner: Int32?
    }

    /// Inspects an existing file.
    ///
    /// - Throws: ``StoreError``, as opening the file would.
    package static func inspect(path: String) throws(StoreError) -> Inspection {
        guard access(path, F_OK) == 0 else { throw .cannotOpen(path: path, errno: errno) }
        let file = try StoreFile(path: path)
        let (isOwned, owner) = StoreLock.look(at: file)
        let applied = try file.examine(migrations: Migrations.names) ?? []
        return Inspection(
            schema: Migrations.names.last { applied.contains($0) },
            needsMigration: !applied.isEmpty && applied.count < Migrations.names.count, isOwned: isOwned, owner: owner)
    }
}
