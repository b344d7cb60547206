import Store

/// An unused store that is copied for each gateway, since making one takes commits.
package struct StoreTemplate: Sendable {
    private let folder: String

    package init() throws {
        folder = try TemporaryStore.makeFolder()
        try Store.open(path: TemporaryStore.path(folder)).close()
    }

    package func remove() { TemporaryStore.remove(folder) }

    package func copy(to other: String) throws { try TemporaryStore.copy(folder, to: other) }
}
