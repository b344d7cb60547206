import GRDBSQLite
import Glibc

/// A database's place on the disk.
struct StoreFile: Sendable {
    /// As it was named.
    let path: String
    /// Absolute and without symbolic links, so that every name of the file means the same lock.
    let location: String

    /// Finds the place, and makes its folder where it is missing.
    init(path: String) throws(StoreError) {
        let (folder, name) = StoreFile.split(path)
        guard !name.isEmpty else { throw .cannotOpen(path: path, errno: path.isEmpty ? ENOENT : EISDIR) }
        try StoreFile.makeFolder(folder)
        if let resolved = StoreFile.resolve(path) {
            location = resolved
        } else if errno == ENOENT {
            location = try StoreFile.placeToBe(path)
        } else {
            throw StoreError(errno: errno, path: path)
        }
        self.path = path
    }

    /// Where a file that is not there would be made, as the system would by this name: at the end of every link.
    ///
    /// A folder that a link leads to is not made: what is missing may be a disk.
    private static func placeToBe(_ path: String) throws(StoreError) -> String {
        var place = path
        // Links may lead in a circle. Source: path_resolution(7), which allows 40.
        for _ in 0...40 {
            let (folder, name) = split(place)
            guard !name.isEmpty, let resolved = resolve(folder) else {
                throw StoreError(errno: name.isEmpty ? EISDIR : errno, path: place)
            }
            place = resolved + "/" + name
            guard let target = linkTarget(place) else { return place }
            place = target.hasPrefix("/") ? target : resolved + "/" + target
        }
        throw .cannotOpen(path: path, errno: ELOOP)
    }

    /// What a symbolic link says; nil for what is none.
    private static func linkTarget(_ path: String) -> String? {
        var text = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(path, &text, text.count)
        guard count > 0 else { return nil }
        return String(decoding: text.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Puts a copy that waits, or an empty database where there is none, in its place; otherwise sees, without writing, whether
    /// it can be used here.
    ///
    /// The lock must be held.
    func prepare(migrations known: [String]) throws(StoreError) -> Store.Origin {
        if let origin = try takeWaiting(migrations: known) { return origin }
        if try examine(migrations: known) != nil { return .kept }
        guard access(location, F_OK) == 0 else {
            try create()
            return .made
        }
        // Its journal may hold all there was.
        let hasLog = ["-wal", "-journal"].contains { StoreFile.size(of: location + $0) > 0 }
        let log = hasLog ? try setAside(whenChanged: location) : nil
        try create()
        return .madeForEmpty(log: log)
    }

    /// Where root acts for the owner of the database or of its folder: gives a file to that owner, who could not use it otherwise.
    func giveToOwner(_ file: String) {
        var owner = stat()
        guard geteuid() == 0,
            stat(location, &owner) == 0 || stat(StoreFile.split(location).folder, &owner) == 0
        else { return }
        chown(file, owner.st_uid, owner.st_gid)
    }

    private static func size(of path: String) -> off_t {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_size : 0
    }

    /// Sees, without writing, whether the database can be used here.
    ///
    /// - Returns: The migrations it has been through; nil where there is none, or an empty file.
    func examine(migrations known: [String]) throws(StoreError) -> [String]? {
        var status = stat()
        if stat(location, &status) != 0 {
            guard errno == ENOENT else { throw StoreError(errno: errno, path: path) }
            return nil
        }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .notAStore(path: path) }
        // What a program that was killed at the wrong moment leaves, or somebody who prepared the file's owner.
        guard status.st_size > 0 else { return nil }
        guard try hasMark() else { throw .notAStore(path: path) }
        let applied = try SchemaReader.migrations(of: self)
        let unknown = Set(applied).subtracting(known)
        guard unknown.isEmpty else { throw .newer(path: path, migrations: unknown.sorted()) }
        return applied
    }

    /// Makes an empty database. It appears under its name with the mark in it, so that one without is never ours.
    private func create() throws(StoreError) {
        let draft = location + ".new"
        Draft.discard(draft)
        let descriptor = Glibc.open(draft, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o640)
        guard descriptor >= 0 else { throw StoreError(errno: errno, path: path) }
        // Against the umask. SQLite gives the log the same mode.
        fchmod(descriptor, 0o640)
        Glibc.close(descriptor)
        do {
            try DatabaseConnection.makeEmpty(at: draft, path: path)
            giveToOwner(draft)
            // A log without its database is worth nothing, and would be taken for the new one's.
            for suffix in ["-wal", "-shm", "-journal"] { unlink(location + suffix) }
            try Draft.publish(draft, as: location, replacing: true)
        } catch {
            Draft.discard(draft)
            throw error
        }
    }

    /// Whether the file begins with SQLite's header and this program's mark in it.
    ///
    /// Source: https://www.sqlite.org/fileformat.html, "The Database Header".
    private func hasMark() throws(StoreError) -> Bool {
        // For writing too, so that the system says why where that is not allowed. Closing it gives up every POSIX lock of this
        // process on the file; there is none, since this process has just become its owner.
        let descriptor = Glibc.open(location, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { throw StoreError(errno: errno, path: path) }
        defer { Glibc.close(descriptor) }
        var header = [UInt8](repeating: 0, count: 100)
        guard pread(descriptor, &header, header.count, 0) == header.count else { return false }
        let mark = header[68..<72].reduce(0) { $0 << 8 | Int32($1) }
        return header.starts(with: Array("SQLite format 3\0".utf8)) && mark == DatabaseConnection.applicationID
    }

    private static func makeFolder(_ folder: String) throws(StoreError) {
        if try makeOneFolder(folder) { return }
        try makeFolder(split(folder).folder)
        guard try makeOneFolder(folder) else { throw .cannotOpen(path: folder, errno: ENOENT) }
    }

    /// False where the folder it would be in is missing.
    private static func makeOneFolder(_ folder: String) throws(StoreError) -> Bool {
        if mkdir(folder, 0o750) == 0 {
            chmod(folder, 0o750)
            Draft.sync(split(folder).folder)
            return true
        }
        switch errno {
        case EEXIST: return true  // Where it is no folder, opening what is in it says so.
        case ENOENT where folder.contains("/") && folder != "/": return false
        default: throw StoreError(errno: errno, path: folder)
        }
    }

    static func split(_ path: String) -> (folder: String, name: String) {
        guard let slash = path.lastIndex(of: "/") else { return (".", path) }
        let folder = path[..<slash]
        return (folder.isEmpty ? "/" : String(folder), String(path[path.index(after: slash)...]))
    }

    private static func resolve(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}
