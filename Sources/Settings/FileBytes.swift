import Glibc

/// Reads whole files up to a given size.
enum FileBytes {
    /// A system call failed with this errno.
    struct Failure: Error {
        let code: Int32
    }

    /// - Returns: Nil if the file has more than `limit` bytes.
    static func read(_ path: String, limit: Int) throws(Failure) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Failure(code: errno) }
        defer { close(descriptor) }
        return try read(descriptor, limit: limit)
    }

    /// Reads to the end of the file. The caller closes the descriptor.
    ///
    /// - Returns: Nil if the file has more than `limit` bytes.
    static func read(_ descriptor: Int32, limit: Int) throws(Failure) -> [UInt8]? {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 16 * 1024)
        while true {
            let count = Glibc.read(descriptor, &piece, piece.count)
            if count > 0 {
                bytes += piece[..<count]
                guard bytes.count <= limit else { return nil }
            } else if count == 0 {
                return bytes
            } else if errno != EINTR {
                throw Failure(code: errno)
            }
        }
    }
}
