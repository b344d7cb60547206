import GRDB
import Glibc

extension Store {
    /// Copies the database to a new file while it is in use. The copy appears under its name once
    /// it is complete and on the disk.
    ///
    /// The folder must exist. The copy shows the database at one moment; other calls continue
    /// meanwhile. A process that is killed leaves its draft behind: a file named like the copy,
    /// with `.draft-` and six more characters.
    ///
    /// - Throws: ``StoreError/corrupt(message:)`` if the copy is damaged;
    ///   ``StoreError/exists(path:)`` if the file exists, unless `replacing`;
    ///   ``StoreError/owned(path:pid:)`` if the file to be replaced is a database in use, such as
    ///   this one.
    package func backup(to path: String, replacing: Bool = false) async throws(StoreError) {
        try await database.inspect { db in
            guard !path.isEmpty else { throw StoreError.cannotOpen(path: path, errno: ENOENT) }
            guard replacing || access(path, F_OK) != 0 else { throw StoreError.exists(path: path) }
            // With another database's log beside it, the copy would be a damaged database.
            for suffix in ["-wal", "-journal"] where access(path + suffix, F_OK) == 0 {
                throw StoreError.owned(path: path, pid: nil)
            }
            try db.copySound(to: path, replacing: replacing)
        }
    }
}

extension Database {
    /// Copies the whole database to a file, which appears once it is complete, sound and on the
    /// disk.
    ///
    /// - Parameter prepare: Called with the path of the complete file, before it gets its name.
    func copySound(to path: String, replacing: Bool, prepare: (String) -> Void = { _ in }) throws {
        let draft = try Draft.make(for: path)
        do {
            try copy(to: draft, path: path)
            // A damaged copy must not replace a sound one.
            let finding = try DatabaseConnection.look(at: draft) { try $0.findings(atMost: 1, isQuick: true).first }
            if let finding { throw StoreError.corrupt(message: finding) }
            prepare(draft)
            try Draft.publish(draft, as: path, replacing: replacing)
        } catch {
            Draft.discard(draft)
            throw error
        }
    }

    /// Copies the whole database to the empty file `draft`.
    private func copy(to draft: String, path: String) throws {
        do {
            let queue = try DatabaseQueue(path: draft)
            try queue.writeWithoutTransaction { copy in
                try copy.translatingErrors(path: path) { try backup(to: copy) }
            }
            try queue.close()
        } catch {
            throw StoreError(error, path: path)
        }
    }
}
