import Glibc

extension Store {
    /// What a database file is, as seen without owning or changing it.
    package struct Inspection: Sendable, Hashable {
        /// The newest of this program's migrations that it has been through; nil for an empty one.
        package let schema: String?
        /// Whether a process owns it at the moment, and which where that can be told.
        package let isOwned: Bool
        package let owner: Int32?
    }

    /// Looks at a file that is there.
    ///
    /// - Throws: ``StoreError``: what opening it would say.
    package static func inspect(path: String) throws(StoreError) -> Inspection {
        guard access(path, F_OK) == 0 else { throw .cannotOpen(path: path, errno: errno) }
        let file = try StoreFile(path: path)
        let (isOwned, owner) = StoreLock.look(at: file)
        let applied = try file.examine(migrations: Migrations.names) ?? []
        return Inspection(
            schema: Migrations.names.last { applied.contains($0) }, isOwned: isOwned, owner: owner)
    }
}
