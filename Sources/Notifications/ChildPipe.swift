import CGlibc
import Glibc

/// The two ends of a pipe, which are closed with this value and are not inherited by programs that
/// are started meanwhile.
final class ChildPipe {
    private(set) var reading: CInt
    private(set) var writing: CInt

    init?() {
        var ends: [CInt] = [-1, -1]
        guard pipe2(&ends, O_CLOEXEC | O_NONBLOCK) == 0 else { return nil }
        (reading, writing) = (ends[0], ends[1])
    }

    deinit {
        closeReading()
        closeWriting()
    }

    var polled: pollfd { pollfd(fd: reading, events: Int16(POLLIN), revents: 0) }

    func closeReading() {
        if reading >= 0 { close(reading) }
        reading = -1
    }

    func closeWriting() {
        if writing >= 0 { close(writing) }
        writing = -1
    }

    func drain() {
        var ignored: [UInt8] = []
        _ = take(into: &ignored)
    }

    /// Reads at most 64 KiB of the available bytes, and appends them to `kept` up to
    /// ``ChildProcess/wordsBytes`` in total. Returns false at the end of the pipe.
    func take(into kept: inout [UInt8]) -> Bool {
        var piece = [UInt8](repeating: 0, count: 65_536)
        guard reading >= 0 else { return true }
        let count = read(reading, &piece, piece.count)
        guard count > 0 else { return count < 0 && (errno == EAGAIN || errno == EINTR) }
        kept += piece[..<min(count, ChildProcess.wordsBytes - kept.count)]
        return true
    }
}
