import Glibc

/// An open file that is read from start to end. Closed when this value ends.
struct InputFile: ~Copyable, Sendable {
    let path: String
    private let descriptor: Int32

    init(path: String) throws(RecordingError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw errno == ENOENT ? .notFound(path: path) : .cannotOpen(path: path, code: errno)
        }
        self.path = path
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    /// Returns the next bytes, at most `limit`; empty at the end of the file.
    borrowing func read(limit: Int) throws(RecordingError) -> [UInt8] {
        var code: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
            var result: Int
            repeat {
                result = Glibc.read(descriptor, buffer.baseAddress, limit)
            } while result < 0 && errno == EINTR
            code = result < 0 ? errno : 0
            count = max(0, result)
        }
        guard code == 0 else { throw .cannotRead(path: path, code: code) }
        return bytes
    }
}
