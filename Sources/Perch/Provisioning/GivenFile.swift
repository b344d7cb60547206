import Failures
import Glibc
import SystemPackage

/// A file that a verb reads as a whole.
struct GivenFile {
    let bytes: [UInt8]
    /// Type and permissions of the file.
    let mode: FileMode

    /// Returns only the bytes of a file.
    static func read(_ path: String, limit: Int) throws(Failure) -> [UInt8] {
        try GivenFile(path, limit: limit).bytes
    }

    /// Reads a file; `-` is standard input.
    ///
    /// - Parameter limit: Most bytes of the file.
    /// - Throws: ``Failure``.
    init(_ path: String, limit: Int) throws(Failure) {
        let name = path == "-" ? "standard input" : printable(path)
        func unreadable(_ code: Int32) -> Failure {
            Failure(
                code: "file-unreadable", message: "\(name) cannot be read: \(systemMessage(code)).",
                hint: "Name the right file.", exit: code == EACCES ? .permission : .noInput)
        }
        let descriptor = path == "-" ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw unreadable(errno) }
        defer { close(descriptor) }
        let mode: FileMode
        do { mode = try Stat(FileDescriptor(rawValue: descriptor)).mode } catch { throw unreadable(error.rawValue) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 64 * 1024)
        while bytes.count <= limit {
            let count = Glibc.read(descriptor, &piece, piece.count)
            if count == 0 {
                (self.bytes, self.mode) = (bytes, mode)
                return
            }
            if count < 0 {
                guard errno == EINTR else { throw unreadable(errno) }
                continue
            }
            bytes += piece[..<count]
        }
        throw Failure(
            code: "file-too-large", message: "\(name) has more than \(limit) bytes.", hint: "Name the right file.",
            exit: .badInput)
    }
}
