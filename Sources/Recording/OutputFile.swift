import Glibc

/// An open file with a buffer, for appending bytes.
///
/// Call ``flush()`` at the end: closing also writes the buffer, but cannot report an error.
struct OutputFile: ~Copyable, Sendable {
    private static let bufferLimit = 64 * 1024

    private let path: String
    private let descriptor: Int32
    private let isOwned: Bool
    private var buffer: [UInt8]

    /// Creates the file, or empties an existing one.
    init(creating path: String, beginning: [UInt8] = []) throws(RecordingError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw .cannotCreate(path: path, code: errno) }
        self.path = path
        self.descriptor = descriptor
        isOwned = true
        buffer = beginning
    }

    /// Writes to a descriptor that the caller closes.
    init(descriptor: Int32, name: String, beginning: [UInt8] = []) {
        path = name
        self.descriptor = descriptor
        isOwned = false
        buffer = beginning
    }

    deinit {
        // Best effort: only `flush()` can report an error.
        _ = OutputFile.write(buffer, to: descriptor)
        if isOwned { close(descriptor) }
    }

    mutating func append(_ bytes: some Collection<UInt8>) throws(RecordingError) {
        buffer += bytes
        if buffer.count >= OutputFile.bufferLimit { try flush() }
    }

    /// Writes the buffer. After an error, the buffer's bytes are lost.
    mutating func flush() throws(RecordingError) {
        defer { buffer.removeAll(keepingCapacity: true) }
        let code = OutputFile.write(buffer, to: descriptor)
        guard code == 0 else { throw .cannotWrite(path: path, code: code) }
    }

    /// - Returns: 0, or the errno of the failure.
    private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
        var written = 0
        while written < bytes.count {
            let result = bytes[written...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if result > 0 {
                written += result
            } else if result == 0 {
                return EIO
            } else if errno != EINTR {
                return errno
            }
        }
        return 0
    }
}
