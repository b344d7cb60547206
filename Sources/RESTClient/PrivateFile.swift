import Glibc

/// A small file with a login, readable only by this user.
package struct PrivateFile: Sendable, Hashable {
    /// Reasons why the file cannot be used.
    package enum Fault: Error, Sendable, Hashable {
        /// Other users can read or change it.
        case open(mode: UInt32)
        /// It is no regular file, or too long.
        case damaged
        case unusable(path: String, errno: Int32)
    }

    package let path: String
    /// Most bytes.
    private let limit: Int
    /// Temporary file. Its name is always the same, so that a file left by a crash, which may
    /// contain a login, is removed with the file itself.
    private var draft: String { path + ".new" }

    package init(path: String, limit: Int) {
        self.path = path
        self.limit = limit
    }

    /// - Returns: The content; nil if there is no file.
    package func read() throws(Fault) -> [UInt8]? {
        // Does not wait, in case the path is a pipe, and does not follow a link, which may be
        // another user's.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw .unusable(path: path, errno: errno)
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .unusable(path: path, errno: errno) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .damaged }
        let mode = status.st_mode & 0o777
        guard mode & 0o077 == 0 else { throw .open(mode: mode) }
        var bytes = [UInt8](repeating: 0, count: limit + 1)
        var length = 0
        while length < bytes.count {
            let count = bytes[length...].withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
            if count == 0 { break }
            if count < 0 {
                if errno == EINTR { continue }
                throw .unusable(path: path, errno: errno)
            }
            length += count
        }
        guard length < bytes.count else { throw .damaged }
        return Array(bytes.prefix(length))
    }

    /// Replaces the file; after a crash it is either the old or the new one.
    package func write(_ bytes: [UInt8]) throws(Fault) {
        guard bytes.count <= limit else { throw .damaged }
        unlink(draft)
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw .unusable(path: draft, errno: errno) }
        let code = PrivateFile.write(bytes, to: descriptor)
        close(descriptor)
        guard code == 0, rename(draft, path) == 0 else {
            let code = code == 0 ? errno : code
            unlink(draft)
            throw .unusable(path: path, errno: code)
        }
        syncFolder()
    }

    /// Removes the file. A missing file is no error.
    package func remove() throws(Fault) {
        for path in [path, draft] {
            guard unlink(path) == 0 || errno == ENOENT else { throw .unusable(path: path, errno: errno) }
        }
        syncFolder()
    }

    /// - Returns: An errno; 0 = the bytes are on the disk.
    private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return count < 0 ? errno : EIO }
            written += count
        }
        return fsync(descriptor) == 0 ? 0 : errno
    }

    /// Writes the folder, so that the file's name is on the disk too. If that fails, the file still
    /// exists until a power failure.
    private func syncFolder() {
        let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        let descriptor = open(folder.isEmpty ? "/" : folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }
}
