import GRDBSQLite
import Glibc

/// Location of a database on the disk.
struct StoreFile: Sendable {
    /// Path as given by the caller.
    let path: String
    /// Absolute path without symbolic links, so that every name of the file leads to the same lock.
    let location: String

    /// Resolves the path, and makes its folder if it is missing.
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

    /// Returns the path at which the system would create a missing file of this name: at the end of
    /// every link.
    ///
    /// Does not make a folder that a link leads to: what is missing may be a disk.
    private static func placeToBe(_ path: String) throws(StoreError) -> String {
        var place = path
        // Links may form a circle. Source: path_resolution(7), which allows 40.
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

    /// Returns the target of a symbolic link; nil if the path is not a link.
    private static func linkTarget(_ path: String) -> String? {
        var text = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(path, &text, text.count)
        guard count > 0 else { return nil }
        return String(decoding: text.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Puts a waiting copy in place of the database, or makes an empty database if there is none;
    /// otherwise checks, without writing, whether the database can be used here.
    ///
    /// The lock must be held.
    func prepare(migrations known: [String]) throws(StoreError) -> Store.Origin {
        if let origin = try takeWaiting(migrations: known) { return origin }
        if try examine(migrations: known) != nil { return .kept }
        guard access(location, F_OK) == 0 else {
            try create()
            return .made
        }
        // The journal of an empty database may hold all of its data.
        let hasLog = ["-wal", "-journal"].contains { StoreFile.size(of: location + $0) > 0 }
        let log = hasLog ? try setAside(whenChanged: location) : nil
        try create()
        return .madeForEmpty(log: log)
    }

    /// Gives a file to the owner of the database or of its folder if this process runs as root.
    /// Otherwise that owner could not use the file.
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

    /// Checks, without writing, whether the database can be used here.
    ///
    /// - Returns: The migrations that the database has been through; nil if the file is missing or
    ///   empty.
    func examine(migrations known: [String]) throws(StoreError) -> [String]? {
        var status = stat()
        if stat(location, &status) != 0 {
            guard errno == ENOENT else { throw StoreError(errno: errno, path: path) }
            return nil
        }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .notAStore(path: path) }
        // An empty file is left by a program that was killed at the wrong moment, or by a user who
        // made the file beforehand to set its owner.
        guard status.st_size > 0 else { return nil }
        guard try hasMark() else { throw .notAStore(path: path) }
        let applied = try SchemaReader.migrations(of: self)
        let unknown = Set(applied).subtracting(known)
        guard unknown.isEmpty else {
            throw .newer(path: path, migrations: unknown.sorted(), copies: copies(usableWith: known))
        }
        return applied
    }

    /// Makes an empty database. The file gets its name only with the application id in it, so a
    /// file without the id is never a gateway's.
    private func create() throws(StoreError) {
        let draft = location + ".new"
        Draft.discard(draft)
        let descriptor = Glibc.open(draft, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o640)
        guard descriptor >= 0 else { throw StoreError(errno: errno, path: path) }
        // Overrides the umask. SQLite gives the log the same mode.
        fchmod(descriptor, 0o640)
        Glibc.close(descriptor)
        do {
            try DatabaseConnection.makeEmpty(at: draft, path: path)
            giveToOwner(draft)
            // A log without its database is worthless, and would be applied to the new database.
            for suffix in ["-wal", "-shm", "-journal"] { unlink(location + suffix) }
            try Draft.publish(draft, as: location, replacing: true)
        } catch {
            Draft.discard(draft)
            throw error
        }
    }

    /// Whether the file begins with SQLite's header and this program's application id.
    ///
    /// Source: https://www.sqlite.org/fileformat.html, "The Database Header".
    private func hasMark() throws(StoreError) -> Bool {
        // Opened for writing too, so that the system reports why if that is not allowed. Closing
        // the file releases every POSIX lock of this process on it; there is none, because this
        // process has only just become its owner.
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

    /// Returns false if the parent folder is missing.
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

    /// Returns the names in a folder; none if it cannot be read.
    static func names(in folder: String) -> [String] {
        guard let entries = opendir(folder) else { return [] }
        defer { closedir(entries) }
        var names: [String] = []
        while let entry = readdir(entries) {
            names.append(
                withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
        }
        return names
    }

    private static func resolve(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}
