import Glibc

/// A database file under a temporary name, until it is complete.
enum Draft {
    /// Part of every draft's name, before six random characters.
    static let mark = ".draft-"

    /// Makes an empty file beside `path`, readable by its owner and group.
    static func make(for path: String) throws(StoreError) -> String {
        var template = Array((path + mark + "XXXXXX").utf8CString)
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw StoreError(errno: errno, path: path) }
        fchmod(descriptor, 0o640)
        close(descriptor)
        return template.withUnsafeBytes { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }

    /// Renames a draft to its final name, after syncing it to the disk.
    ///
    /// - Throws: ``StoreError/exists(path:)`` if the file exists, unless `replacing`.
    static func publish(_ draft: String, as path: String, replacing: Bool) throws(StoreError) {
        let descriptor = open(draft, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw StoreError(errno: errno, path: path) }
        let synced = fsync(descriptor)
        let reason = errno
        close(descriptor)
        guard synced == 0 else { throw StoreError(errno: reason, path: path) }
        guard rename(draft, path, replacing: replacing) else {
            throw errno == EEXIST ? .exists(path: path) : StoreError(errno: errno, path: path)
        }
        sync(StoreFile.split(path).folder)
    }

    /// Copies a file to a draft, which is created if it does not exist.
    static func copy(_ path: String, to draft: String) throws(StoreError) {
        let source = open(path, O_RDONLY | O_CLOEXEC)
        guard source >= 0 else { throw StoreError(errno: errno, path: path) }
        defer { close(source) }
        let target = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o640)
        guard target >= 0 else { throw StoreError(errno: errno, path: draft) }
        defer { close(target) }
        var piece = [UInt8](repeating: 0, count: 1 << 20)
        while true {
            let count = read(source, &piece, piece.count)
            guard count >= 0 else { throw StoreError(errno: errno, path: path) }
            if count == 0 { return }
            var written = 0
            while written < count {
                let more = piece[written..<count].withUnsafeBytes { write(target, $0.baseAddress, $0.count) }
                guard more > 0 else { throw StoreError(errno: errno, path: draft) }
                written += more
            }
        }
    }

    /// Removes every draft of a file. No other process may be making one.
    static func discardAll(for path: String) {
        let (folder, name) = StoreFile.split(path)
        for draft in StoreFile.names(in: folder) where draft.hasPrefix(name + mark) { unlink(folder + "/" + draft) }
    }

    /// Removes a draft and the files that SQLite made beside it.
    static func discard(_ draft: String) {
        for suffix in ["", "-journal", "-wal", "-shm"] { unlink(draft + suffix) }
    }

    /// Makes the names in a folder durable. On file systems that cannot sync a folder, this does
    /// nothing.
    static func sync(_ folder: String) {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    /// Returns false, with errno set, if renaming failed.
    private static func rename(_ draft: String, _ path: String, replacing: Bool) -> Bool {
        if !replacing {
            if link(draft, path) == 0 {
                unlink(draft)
                return true
            }
            guard errno == EPERM || errno == EOPNOTSUPP else { return false }
            // This file system has no hard links: a file that another program creates right now
            // would be overwritten.
            guard access(path, F_OK) != 0 else {
                errno = EEXIST
                return false
            }
        }
        return Glibc.rename(draft, path) == 0
    }
}
