import Glibc
import Synchronization

/// The file with the link that opens the console once. Where the log is kept, the link is here instead: it lets in whoever
/// opens it first.
final class ConsoleLinkFile: Sendable {
    /// Beside the socket, so that who may use that can read it.
    let path: String
    private let isWritten = Mutex(false)

    /// - Parameter socket: Path of the gateway's socket, which this process must own when it writes.
    init(socket: String) {
        path = socket + ".console"
    }

    /// Writes the link, in the place of one that a gateway left that was killed.
    ///
    /// - Returns: Zero, or the errno of what failed.
    func write(_ link: String) -> Int32 {
        unlink(path)
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return errno }
        defer { close(descriptor) }
        isWritten.withLock { $0 = true }
        let text = Array((link + "\n").utf8)
        let count = Glibc.write(descriptor, text, text.count)
        guard count == text.count else { return count < 0 ? errno : ENOSPC }
        return fchmod(descriptor, 0o640) == 0 ? 0 : errno
    }

    /// Removes what ``write(_:)`` wrote, and nothing else.
    func remove() {
        if isWritten.withLock({ $0 }) { unlink(path) }
    }
}
