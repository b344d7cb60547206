import Glibc
import Synchronization

/// Lock of a database: a file beside it that a process holds locked while it owns the database.
///
/// The file remains when the lock is released, because removing it could take it away from a
/// process that is just locking it. The file contains the owner's process id, which is valid only
/// while the file is locked.
final class StoreLock: Sendable {
    /// File descriptor; -1 after the release.
    private let descriptor: Atomic<CInt>

    /// - Throws: ``StoreError/owned(path:pid:)``, ``StoreError/cannotOpen(path:errno:)``,
    ///   ``StoreError/full``.
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
        // Closing alone does not release the lock while a child process that is just starting has a
        // copy of the descriptor.
        flock(held, LOCK_UN)
        Glibc.close(held)
    }

    /// Returns whether a process holds the lock, and its id if known. Takes the lock only for a
    /// moment.
    static func look(at file: StoreFile) -> (isHeld: Bool, holder: Int32?) {
        let descriptor = Glibc.open(file.location + ".lock", O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { return (false, nil) }
        defer { Glibc.close(descriptor) }
        // A shared lock, so that two inspecting processes do not take each other for an owner.
        guard flock(descriptor, LOCK_SH | LOCK_NB) != 0 else { return (false, nil) }
        return (true, holder(descriptor))
    }

    /// Writes this process's id, for people only: if this fails, the lock holds without it.
    private static func sign(_ descriptor: CInt) {
        let text = Array("\(getpid())\n".utf8)
        let written = pwrite(descriptor, text, text.count, 0)
        // The file is written before it is cut: a reader in between finds this id in the first line
        // already.
        _ = ftruncate(descriptor, off_t(max(written, 0)))
    }

    private static func holder(_ descriptor: CInt) -> Int32? {
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        guard count > 0 else { return nil }
        return Int32(String(decoding: bytes.prefix(count).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
    }
}
