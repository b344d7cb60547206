import Glibc

/// A file descriptor to which whole pcapng blocks are written.
///
/// A pipe is given at most as many bytes at once as it accepts or refuses as a whole. So its reader
/// never sees half a block, and waiting for a reader that has stopped reading can have a limit.
struct BlockOutput: Sendable {
    private static let pipeLimit = 4096  // PIPE_BUF
    private static let fileLimit = 64 * 1024
    private static let pollMilliseconds: Int32 = 50

    let descriptor: Int32
    private let isRegular: Bool

    init(descriptor: Int32) {
        self.descriptor = descriptor
        var info = stat()
        isRegular = fstat(descriptor, &info) == 0 && info.st_mode & S_IFMT == S_IFREG
    }

    /// Result of a write: `code` is 0 or the errno of the failure.
    struct Outcome: Sendable, Hashable {
        var code: Int32 = 0
        var unwrittenPackets: UInt64 = 0
    }

    /// Writes blocks.
    ///
    /// - Parameter isGivenUp: Called while the reader accepts nothing; true ends the attempt.
    func write(_ blocks: [UInt8], isGivenUp: () -> Bool) -> Outcome {
        var rest = blocks[...]
        while !rest.isEmpty {
            let size = PcapngBlock.prefix(of: rest, limit: isRegular ? Self.fileLimit : Self.pipeLimit)
            guard let code = writeAll(rest.prefix(size), isGivenUp) else {
                rest = rest.dropFirst(size)
                continue
            }
            return Outcome(code: code, unwrittenPackets: PcapngBlock.packets(in: rest))
        }
        return Outcome()
    }

    /// - Returns: Nil if everything was written, 0 if the attempt was given up, otherwise the
    ///   errno.
    private func writeAll(_ bytes: ArraySlice<UInt8>, _ isGivenUp: () -> Bool) -> Int32? {
        var rest = bytes
        while !rest.isEmpty {
            if !isRegular {
                var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                while poll(&entry, 1, Self.pollMilliseconds) == 0 {
                    if isGivenUp() { return 0 }
                }
            }
            let result = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if result > 0 {
                rest = rest.dropFirst(result)
            } else if result == 0 {
                return EIO
            } else if errno != EINTR && errno != EAGAIN {
                return errno
            }
        }
        return nil
    }
}
