import Store

/// A store that nobody has used, of which each gateway gets a copy: making one takes commits of its own.
package struct StoreTemplate: Sendable {
    private let folder: String

    package init() throws {
        folder = try TemporaryStore.makeFolder()
        try Store.open(path: TemporaryStore.path(folder)).close()
    }

    package func remove() { TemporaryStore.remove(folder) }

    package func copy(to other: String) throws { try TemporaryStore.copy(folder, to: other) }
}
