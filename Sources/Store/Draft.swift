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

    /// Copies a file to a draft, which need not be there.
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

    /// Removes every draft of a file, which nobody is making.
    static func discardAll(for path: String) {
        let (folder, name) = StoreFile.split(path)
        guard let entries = opendir(folder) else { return }
        defer { closedir(entries) }
        var drafts: [String] = []
        while let entry = readdir(entries) {
            let found = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if found.hasPrefix(name + ".draft-") { drafts.append(folder + "/" + found) }
        }
        for draft in drafts { unlink(draft) }
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
