import CGlibc
import Glibc

/// The two ends of a pipe, which are closed with this value and are not inherited by programs that
/// are started meanwhile.
package final class ChildPipe {
    package private(set) var reading: CInt
    package private(set) var writing: CInt

    /// Most bytes of one read.
    package static let readSize = 65_536

    /// An end of the pipe.
    package enum End: Sendable {
        case reading, writing
    }

    /// - Parameter end: End that blocks, as programs expect of the one that they are given; nil =
    ///   neither does.
    package init?(blocking end: End? = nil) {
        var ends: [CInt] = [-1, -1]
        guard pipe2(&ends, O_CLOEXEC | O_NONBLOCK) == 0 else { return nil }
        (reading, writing) = (ends[0], ends[1])
        switch end {
        // O_NONBLOCK is the only flag that is set here and that F_SETFL changes.
        case .reading: _ = fcntl(reading, F_SETFL, 0)
        case .writing: _ = fcntl(writing, F_SETFL, 0)
        case nil: break
        }
    }

    /// Returns the end for writing, which the caller must close from now on.
    package func takeWriting() -> CInt {
        defer { writing = -1 }
        return writing
    }

    deinit {
        closeReading()
        closeWriting()
    }

    package var polled: pollfd { pollfd(fd: reading, events: Int16(POLLIN), revents: 0) }

    package func closeReading() {
        if reading >= 0 { close(reading) }
        reading = -1
    }

    package func closeWriting() {
        if writing >= 0 { close(writing) }
        writing = -1
    }

    /// Reads and discards what is available, at most 64 KiB.
    package func drain() {
        _ = take { _ in }
    }

    /// Reads at most `size` of the available bytes. Returns false at the end of the pipe.
    package func take(atMost size: Int = readSize, _ body: (ArraySlice<UInt8>) -> Void) -> Bool {
        var piece = [UInt8](repeating: 0, count: size)
        guard reading >= 0 else { return true }
        let count = read(reading, &piece, piece.count)
        guard count > 0 else { return count < 0 && (errno == EAGAIN || errno == EINTR) }
        body(piece[..<count])
        return true
    }

    /// Writes a byte that wakes the thread which polls the other end. The pipe must be used for
    /// nothing else.
    package static func ring(_ writing: CInt) {
        var byte: UInt8 = 1
        // A full pipe wakes its reader as well.
        _ = write(writing, &byte, 1)
    }
}
