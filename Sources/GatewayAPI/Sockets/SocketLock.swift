import Glibc

/// Reserves a socket's path with a lock file beside it, which contains the process id. The file
/// stays locked for as long as this value exists.
///
/// The file is never removed: otherwise two processes could hold locks on two files of the same
/// name.
struct SocketLock: ~Copyable {
    private let descriptor: CInt

    /// Locks the socket at `path`.
    ///
    /// - Throws: ``ServerError/socketTaken(path:pid:)``, ``ServerError/cannotBind(path:errno:)``.
    init(socket path: String, group: gid_t?) throws(ServerError) {
        let file = path + ".lock"
        let opened = open(file, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o660)
        guard opened >= 0 else { throw .cannotBind(path: file, errno: errno) }
        guard flock(opened, LOCK_EX | LOCK_NB) == 0 else {
            let code = errno
            defer { Glibc.close(opened) }
            if code == EWOULDBLOCK { throw .socketTaken(path: path, pid: SocketLock.holder(opened)) }
            throw .cannotBind(path: file, errno: code)
        }
        // Users who may use the socket may also serve it next, so they get access to the lock file.
        // This fails if the file belongs to another user, who has then done it already.
        _ = fchmod(opened, group == nil ? 0o600 : 0o660)
        if let group { _ = fchown(opened, uid_t.max, group) }
        let text = Array("\(getpid())\n".utf8)
        // The process id is only for the error message of another process, so failing to write it
        // is harmless.
        if ftruncate(opened, 0) == 0 { _ = pwrite(opened, text, text.count, 0) }
        descriptor = opened
    }

    deinit { Glibc.close(descriptor) }

    private static func holder(_ descriptor: CInt) -> Int32? {
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        guard count > 0 else { return nil }
        return Int32(String(decoding: bytes[..<count].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
    }
}
