import GRDB
import Glibc

extension Store {
    /// State of the database file when it was opened.
    package enum Origin: Sendable, Hashable {
        /// The database existed.
        case kept
        /// The database existed with an older schema, which the copy still has.
        case migrated(copy: String)
        /// There was no file, and an empty database was made.
        case made
        /// The file had 0 bytes, and an empty database was made. `log` is the path to which the
        /// files beside it were moved; nil if there were none.
        case madeForEmpty(log: String?)
        /// A backup that was waiting has replaced the database. The previous database and its
        /// journal are at `old`; nil if there was none.
        case restored(old: String?)

        package var isRestored: Bool { if case .restored = self { true } else { false } }

        /// Path of the database that the backup has replaced.
        package var replaced: String? { if case .restored(let old) = self { old } else { nil } }
    }

    /// Copies a database that no gateway uses, such as a backup, with its journal, to a new file
    /// beside `path`. Checks that the copy is sound and migrates it to the newest schema.
    ///
    /// Blocks for as long as it takes to read the file twice.
    ///
    /// - Returns: Path of the copy, which the caller must remove.
    /// - Throws: ``StoreError``, with the path `file` if the fault is in that file.
    package static func soundCopy(of file: String, for path: String) throws(StoreError) -> String {
        var status = stat()
        guard stat(file, &status) == 0, access(file, R_OK) == 0 else { throw .unreadable(path: file, errno: errno) }
        guard status.st_mode & S_IFMT != S_IFDIR else { throw .unreadable(path: file, errno: EISDIR) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .notABackup(path: file) }
        let source = try StoreFile(path: file)
        let (isOwned, owner) = StoreLock.look(at: source)
        guard !isOwned else { throw .owned(path: file, pid: owner) }
        let draft = try Draft.make(for: path)
        do {
            for suffix in ["", "-wal", "-journal"] where suffix.isEmpty || access(source.location + suffix, F_OK) == 0 {
                try Draft.copy(source.location + suffix, to: draft + suffix)
            }
            try makeSound(draft, named: file)
        } catch {
            Draft.discard(draft)
            throw error
        }
        return draft
    }

    /// Checks that a draft is a sound database, and migrates it to the newest schema. The draft
    /// then has no journal.
    ///
    /// - Parameter name: Path to name in errors.
    private static func makeSound(_ draft: String, named name: String) throws(StoreError) {
        do {
            // A backup without its journal may contain nothing but the application id.
            guard try StoreFile(path: draft).examine(migrations: Migrations.names)?.isEmpty == false else {
                throw StoreError.empty(path: name)
            }
            let finding = try DatabaseConnection.tidy(draft) { try $0.findings(atMost: 1).first }
            if let finding { throw StoreError.damaged(path: name, message: finding) }
        } catch {
            switch StoreError(error, path: name) {
            case .corrupt(let message): throw .damaged(path: name, message: message)
            case .notAStore: throw .notABackup(path: name)
            case .newer(_, let migrations, _): throw .newer(path: name, migrations: migrations, copies: [])
            case let error: throw error
            }
        }
    }

    /// Replaces the database at `path`, which no process has open, by a sound copy of a backup, and
    /// opens it; the previous database is kept.
    ///
    /// If the process is killed at any moment, one of the two is left, complete.
    ///
    /// - Throws: ``StoreError``, with the path `file` if the fault is in that file; nothing has
    ///   changed then.
    package static func restore(
        _ file: String, at path: String, retention: Retention = Retention()
    ) throws(StoreError) -> Store {
        let place = try StoreFile(path: path)
        if access(file, F_OK) == 0, try StoreFile(path: file).location == place.location { throw .sameFile(path: file) }
        let lock = try StoreLock(of: place)
        try place.publish(soundCopy(of: file, for: place.waiting))
        return try open(place, lock, retention: retention, elapsed: LivedTime.systemClock)
    }

    /// Makes an empty file beside the database, for a copy that will replace it.
    package func makeDraft() throws(StoreError) -> String { try Draft.make(for: file().waiting) }

    /// Checks a draft, and leaves it to replace the database when the database is next opened. The
    /// draft's own name is gone afterwards, also if this throws.
    ///
    /// Blocks for as long as it takes to read the draft.
    ///
    /// - Parameter name: Path to name in errors.
    /// - Throws: ``StoreError``; nothing has changed then.
    package func stage(_ draft: String, named name: String) throws(StoreError) {
        do {
            try Store.makeSound(draft, named: name)
            try file().publish(draft)
        } catch {
            Draft.discard(draft)
            throw error
        }
    }

    private func file() throws(StoreError) -> StoreFile {
        guard let path else { throw .cannotOpen(path: "", errno: ENOENT) }
        return try StoreFile(path: path)
    }
}

extension StoreFile {
    /// Path at which a sound copy of a backup waits to replace the database.
    fileprivate var waiting: String { location + ".restore" }

    /// Moves a draft to ``waiting``.
    fileprivate func publish(_ draft: String) throws(StoreError) {
        giveToOwner(draft)
        do {
            try Draft.publish(draft, as: waiting, replacing: true)
        } catch {
            Draft.discard(draft)
            throw error
        }
    }

    /// Replaces the database by the copy at ``waiting``, if there is one.
    ///
    /// Every step leaves a state from which the next attempt can continue: while the copy waits,
    /// the restore is not finished. The lock must be held.
    func takeWaiting(migrations known: [String]) throws(StoreError) -> Store.Origin? {
        Draft.discardAll(for: waiting)
        guard access(waiting, F_OK) == 0 else { return nil }
        guard try StoreFile(path: waiting).examine(migrations: known) != nil else { throw .empty(path: waiting) }
        let old = try setAside(whenChanged: waiting)
        guard rename(waiting, location) == 0 else { throw StoreError(errno: errno, path: path) }
        Draft.sync(StoreFile.split(location).folder)
        return .restored(old: old)
    }

    /// Moves the database and its journals to another name beside it. The journals go first,
    /// because the database must never be in place without them.
    ///
    /// - Parameter file: File whose time of change becomes part of the name, so that a second
    ///   attempt uses the same name.
    /// - Returns: The new path; nil if there was nothing to move.
    func setAside(whenChanged file: String) throws(StoreError) -> String? {
        let aside = freeName(location + ".old-" + StoreFile.changeTime(of: file))
        unlink(location + "-shm")
        var isThere = false
        for suffix in ["-wal", "-journal", ""] {
            if rename(location + suffix, aside + suffix) == 0 {
                isThere = true
            } else if errno != ENOENT {
                throw StoreError(errno: errno, path: path)
            }
        }
        // A second attempt may find that everything has been moved already.
        return isThere || access(aside, F_OK) == 0 ? aside : nil
    }

    private func freeName(_ name: String) -> String {
        guard access(name, F_OK) == 0, access(location, F_OK) == 0 else { return name }
        for number in 2...1_000 where access("\(name)-\(number)", F_OK) != 0 { return "\(name)-\(number)" }
        return name
    }

    /// Time of change in UTC, such as 20261123T220457Z.
    private static func changeTime(of file: String) -> String {
        var status = stat()
        stat(file, &status)
        var time = tm()
        gmtime_r(&status.st_mtim.tv_sec, &time)
        var text = [CChar](repeating: 0, count: 32)
        let count = strftime(&text, text.count, "%Y%m%dT%H%M%SZ", &time)
        return String(decoding: text.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
