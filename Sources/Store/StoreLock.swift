import Glibc
import Synchronization

/// The lock of a database: a file beside it that one process holds locked while it owns the database.
///
/// The file stays when the lock is given up: removing it could take it from under a process that is just locking it. What it
/// says is the holder's process id, and only counts while it is locked.
final class StoreLock: Sendable {
    /// -1 after the release.
    private let descriptor: Atomic<CInt>

    /// - Throws: ``StoreError/owned(path:pid:)``, ``StoreError/cannotOpen(path:errno:)``, ``StoreError/full``.
    init(of file: StoreFile) throws(StoreError) {
        let path = file.location + ".lock"
        let descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o640)
        guard descriptor >= 0 else { throw StoreError(errno: errno, path: path) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let reason = errno
            let holder = reason == EWOULDBLOCK ? StoreLock.holder(descriptor) : nil
            Glibc.close(descriptor)
            throw reason == EWOULDBLOCK ? .owned(path: file.path, pid: holder) : StoreError(errno: reason, path: path)
        }
        fchmod(descriptor, 0o640)
        file.giveToOwner(path)
        StoreLock.sign(descriptor)
        self.descriptor = Atomic(descriptor)
    }

    deinit { release() }

    func release() {
        let held = descriptor.exchange(-1, ordering: .acquiringAndReleasing)
        guard held >= 0 else { return }
        // Closing alone would not do while a child process that is just being started has a copy of the descriptor.
        flock(held, LOCK_UN)
        Glibc.close(held)
    }

    /// Whether a process holds the lock, and which where that can be told. Takes it for no longer than a look.
    static func look(at file: StoreFile) -> (isHeld: Bool, holder: Int32?) {
        let descriptor = Glibc.open(file.location + ".lock", O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { return (false, nil) }
        defer { Glibc.close(descriptor) }
        // Shared, so that two that look do not take each other for an owner.
        guard flock(descriptor, LOCK_SH | LOCK_NB) != 0 else { return (false, nil) }
        return (true, holder(descriptor))
    }

    /// Writes this process's id, which is a help to people alone: where it fails, the lock holds without it.
    private static func sign(_ descriptor: CInt) {
        let text = Array("\(getpid())\n".utf8)
        let written = pwrite(descriptor, text, text.count, 0)
        // Written before it is cut: whoever reads in between finds this id in the first line already.
        _ = ftruncate(descriptor, off_t(max(written, 0)))
    }

    private static func holder(_ descriptor: CInt) -> Int32? {
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        guard count > 0 else { return nil }
        return Int32(String(decoding: bytes.prefix(count).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
    }
}
