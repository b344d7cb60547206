import Glibc

/// A database under a temporary name, until it is whole.
enum Draft {
    /// Makes an empty file beside `path`, readable by its owner and group.
    static func make(for path: String) throws(StoreError) -> String {
        var template = Array((path + ".draft-XXXXXX").utf8CString)
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw StoreError(errno: errno, path: path) }
        fchmod(descriptor, 0o640)
        close(descriptor)
        return template.withUnsafeBytes { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }

    /// Gives a draft its name, once it is on the disk.
    ///
    /// - Throws: ``StoreError/exists(path:)`` unless `replacing`.
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

    /// Removes a draft and what SQLite has put beside it.
    static func discard(_ draft: String) {
        for suffix in ["", "-journal", "-wal", "-shm"] { unlink(draft + suffix) }
    }

    /// Makes the names in a folder durable. Some file systems cannot; there is nothing better to do on them.
    static func sync(_ folder: String) {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    /// False with errno set.
    private static func rename(_ draft: String, _ path: String, replacing: Bool) -> Bool {
        if !replacing {
            if link(draft, path) == 0 {
                unlink(draft)
                return true
            }
            guard errno == EPERM || errno == EOPNOTSUPP else { return false }
            // A file system without hard links: a file made in this moment by somebody else would be lost.
            guard access(path, F_OK) != 0 else {
                errno = EEXIST
                return false
            }
        }
        return Glibc.rename(draft, path) == 0
    }
}
