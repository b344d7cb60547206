import GRDB
import Glibc

extension Store {
    /// What was found in a database's place when it was opened.
    package enum Origin: Sendable, Hashable {
        /// It was there.
        case kept
        /// There was nothing.
        case made
        /// A file of 0 bytes. What was beside it is at `log`, if anything was.
        case madeForEmpty(log: String?)
        /// A copy waited to take its place. The one before is at `old`, with its journal; nil where there was none.
        case restored(old: String?)

        package var isRestored: Bool { if case .restored = self { true } else { false } }

        /// Where the database before the restored one is.
        package var replaced: String? { if case .restored(let old) = self { old } else { nil } }
    }

    /// Copies a database that no gateway uses, such as a backup, and what its journal holds, to a new file beside `path`: one that
    /// can be opened in this version, and is sound.
    ///
    /// Blocks for as long as reading it twice takes.
    ///
    /// - Returns: Name of the copy, which is to be removed.
    /// - Throws: ``StoreError``, of `file` where that is what is wrong.
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

    /// Sees that a draft is a sound database, and brings it to the newest schema. It has no journal then.
    ///
    /// - Parameter name: Stands for it in errors.
    private static func makeSound(_ draft: String, named name: String) throws(StoreError) {
        do {
            // One without its journal may have nothing in it but the mark.
            guard try StoreFile(path: draft).examine(migrations: Migrations.names)?.isEmpty == false else {
                throw StoreError.empty(path: name)
            }
            let finding = try DatabaseConnection.tidy(draft) { try $0.findings(atMost: 1).first }
            if let finding { throw StoreError.damaged(path: name, message: finding) }
        } catch {
            switch StoreError(error, path: name) {
            case .corrupt(let message): throw .damaged(path: name, message: message)
            case .notAStore: throw .notABackup(path: name)
            case .newer(_, let migrations): throw .newer(path: name, migrations: migrations)
            case let error: throw error
            }
        }
    }

    /// Puts a sound copy of a backup in the place of the database at `path`, which nobody has open, and opens it; the one before
    /// is kept.
    ///
    /// Killed at any moment, it leaves the one or the other, whole.
    ///
    /// - Throws: ``StoreError``, of `file` where that is what is wrong; then nothing has changed.
    package static func restore(
        _ file: String, at path: String, retention: Retention = Retention()
    ) throws(StoreError) -> Store {
        let place = try StoreFile(path: path)
        if access(file, F_OK) == 0, try StoreFile(path: file).location == place.location { throw .sameFile(path: file) }
        let lock = try StoreLock(of: place)
        try place.publish(soundCopy(of: file, for: place.waiting))
        return try open(place, lock, retention: retention, elapsed: LivedTime.systemClock)
    }

    /// An empty file beside the database, for a copy that is to take its place.
    package func makeDraft() throws(StoreError) -> String { try Draft.make(for: file().waiting) }

    /// Has a draft take the place of the database when that is opened the next time. It is gone afterwards, or where it throws.
    ///
    /// Blocks for as long as reading it takes.
    ///
    /// - Parameter name: Stands for it in errors.
    /// - Throws: ``StoreError``; then nothing has changed.
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
    /// Where a sound copy of a backup waits to take the database's place.
    fileprivate var waiting: String { location + ".restore" }

    /// Has a draft wait to take the database's place.
    fileprivate func publish(_ draft: String) throws(StoreError) {
        giveToOwner(draft)
        do {
            try Draft.publish(draft, as: waiting, replacing: true)
        } catch {
            Draft.discard(draft)
            throw error
        }
    }

    /// Puts the copy that waits, if one does, in the place of the database.
    ///
    /// Each step leaves what the next attempt goes on from: as long as the copy waits, the restore is not over. The lock must be
    /// held.
    func takeWaiting(migrations known: [String]) throws(StoreError) -> Store.Origin? {
        Draft.discardAll(for: waiting)
        guard access(waiting, F_OK) == 0 else { return nil }
        guard try StoreFile(path: waiting).examine(migrations: known) != nil else { throw .empty(path: waiting) }
        let old = try setAside(whenChanged: waiting)
        guard rename(waiting, location) == 0 else { throw StoreError(errno: errno, path: path) }
        Draft.sync(StoreFile.split(location).folder)
        return .restored(old: old)
    }

    /// Moves the database and its journals to a name beside it, the journals first: without them it is never in its place.
    ///
    /// - Parameter file: Its time is in the name, so that a second attempt comes to the same one.
    /// - Returns: Nil where nothing was there.
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
        // A second attempt may find that all of it has been moved.
        return isThere || access(aside, F_OK) == 0 ? aside : nil
    }

    private func freeName(_ name: String) -> String {
        guard access(name, F_OK) == 0, access(location, F_OK) == 0 else { return name }
        for number in 2...1_000 where access("\(name)-\(number)", F_OK) != 0 { return "\(name)-\(number)" }
        return name
    }

    /// UTC, as in 20261123T220457Z.
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
