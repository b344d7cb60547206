import Glibc

/// An open file that bytes are appended to through a buffer.
///
/// Call ``flush()`` at the end: closing writes the rest too, but has nobody to tell of an error.
struct OutputFile: ~Copyable, Sendable {
    private static let bufferLimit = 64 * 1024

    private let path: String
    private let descriptor: Int32
    private let isOwned: Bool
    private var buffer: [UInt8]

    /// Creates the file, or empties the one that is there.
    init(creating path: String, beginning: [UInt8] = []) throws(RecordingError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw .cannotCreate(path: path, code: errno) }
        self.path = path
        self.descriptor = descriptor
        isOwned = true
        buffer = beginning
    }

    /// Writes to a descriptor that stays the caller's to close.
    init(descriptor: Int32, name: String, beginning: [UInt8] = []) {
        path = name
        self.descriptor = descriptor
        isOwned = false
        buffer = beginning
    }

    deinit {
        // Best effort: an error here was flush()'s to report.
        _ = OutputFile.write(buffer, to: descriptor)
        if isOwned { close(descriptor) }
    }

    mutating func append(_ bytes: some Collection<UInt8>) throws(RecordingError) {
        buffer += bytes
        if buffer.count >= OutputFile.bufferLimit { try flush() }
    }

    /// Writes what is buffered. After an error the buffer is dropped.
    mutating func flush() throws(RecordingError) {
        defer { buffer.removeAll(keepingCapacity: true) }
        let code = OutputFile.write(buffer, to: descriptor)
        guard code == 0 else { throw .cannotWrite(path: path, code: code) }
    }

    /// - Returns: Zero, or the errno of what failed.
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
