import GRDB
import Glibc

/// Copies of the database from before migrations, beside it.
///
/// A copy is named after the last step that it has been through, such as `perch.db.schema-13`:
/// versions of the program whose newest step is 13 or later can use it.
extension StoreFile {
    /// Most copies that are kept.
    private static let schemaCopiesKept = 2

    /// Migrates the database to the newest schema, after copying it if it has any data.
    ///
    /// - Returns: Path of the copy; nil if none was needed.
    /// - Throws: `StoreError`; the database has its old schema then.
    func migrate(_ queue: DatabaseQueue) throws -> String? {
        try queue.writeWithoutTransaction { db in
            let copy = try copyBeforeMigrating(db)
            do throws(StoreError) {
                try db.translatingErrors(path: path) { try Migrations.migrator.migrate(db) }
            } catch {
                // Makes room for the next attempt, which copies again.
                if let copy, error == .full { unlink(copy) }
                throw error
            }
            if copy != nil {
                for old in StoreFile.schemaCopies(of: location).dropFirst(StoreFile.schemaCopiesKept) { unlink(old) }
            }
            return copy
        }
    }

    private func copyBeforeMigrating(_ db: Database) throws -> String? {
        let applied = try Migrations.migrator.applied(db)
        guard let last = applied.last, applied != Migrations.names else { return nil }
        for name in Migrations.names { Draft.discardAll(for: schemaCopy(name)) }
        let copy = schemaCopy(last)
        do {
            try db.copySound(to: copy, replacing: true) { draft in
                giveToOwner(draft)
                var status = stat()
                if stat(location, &status) == 0 { chmod(draft, status.st_mode & 0o777) }
            }
        } catch {
            throw StoreError.notCopied(to: copy, reason: StoreError(error, path: copy))
        }
        return copy
    }

    private static let schemaSuffix = ".schema-"

    private func schemaCopy(_ step: String) -> String {
        location + StoreFile.schemaSuffix + String(step.prefix(while: \.isNumber))
    }

    /// Returns the paths of the copies that a program with these migrations can use, newest first.
    func copies(usableWith known: [String]) -> [String] {
        StoreFile.schemaCopies(of: location).filter { copy in
            // A copy that cannot be read is not usable, for whatever reason.
            (try? StoreFile(path: copy).examine(migrations: known))?.isEmpty == false
        }
    }

    /// Returns the paths of the copies beside a database, newest first.
    static func schemaCopies(of location: String) -> [String] {
        let (folder, name) = split(location)
        let prefix = name + schemaSuffix
        let copies = names(in: folder).filter {
            $0.hasPrefix(prefix) && $0.count > prefix.count && $0.dropFirst(prefix.count).allSatisfy(\.isNumber)
        }
        return copies.map { folder + "/" + $0 }.map { (path: $0, changed: changeTime(of: $0)) }
            .sorted { ($0.changed, $0.path) > ($1.changed, $1.path) }.map(\.path)
    }

    /// Time of change in nanoseconds since 1970.
    private static func changeTime(of file: String) -> Int {
        var status = stat()
        stat(file, &status)
        return status.st_mtim.tv_sec * 1_000_000_000 + status.st_mtim.tv_nsec
    }
}
