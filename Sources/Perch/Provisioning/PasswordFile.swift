import Failures
import Glibc

/// A file of passwords, one a line.
enum PasswordFile {
    /// Far more than the longest list has.
    private static let limit = 16 * 1024
    static let countLimit = 16
    static let lengthLimit = 64

    /// Reads them in their order. Says so where others may read the file as well.
    ///
    /// - Throws: ``Failure``, which never has a password in it.
    static func read(_ path: String) throws -> [String] {
        let (bytes, mode) = try contents(path)
        if mode & (S_IRGRP | S_IROTH) != 0, mode & S_IFMT == S_IFREG {
            say("perch: Others may read \(printable(path)). Keep it to yourself: chmod 600.")
        }
        return try passwords(bytes, path: path)
    }

    /// What a file's bytes say. Empty lines count as none.
    static func passwords(_ bytes: [UInt8], path: String) throws(Failure) -> [String] {
        var passwords: [String] = []
        for (index, line) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
            let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
            guard !line.isEmpty else { continue }
            guard line.count <= lengthLimit, line.allSatisfy({ (0x20...0x7E).contains($0) }) else {
                throw invalid(path, "Line \(index + 1) of \(printable(path)) is no password.")
            }
            let password = String(decoding: line, as: UTF8.self)
            // A beacon may lock itself after wrong ones, so none is worth trying twice.
            if !passwords.contains(password) { passwords.append(password) }
        }
        guard (1...countLimit).contains(passwords.count) else {
            throw invalid(path, "\(printable(path)) holds \(counted(passwords.count, "password")).")
        }
        return passwords
    }

    private static func invalid(_ path: String, _ message: String) -> Failure {
        Failure(
            code: "password-file-invalid", message: message,
            hint: "Write 1 to \(countLimit) passwords, one a line, each of 1 to \(lengthLimit) printable ASCII "
                + "characters.",
            exit: .badInput)
    }

    private static func contents(_ path: String) throws -> (bytes: [UInt8], mode: mode_t) {
        func unreadable(_ code: Int32) -> Failure {
            Failure(
                code: "password-file-unreadable",
                message: "The password file \(printable(path)) cannot be read: \(systemMessage(code)).",
                hint: "Name the right file with --password-file.", exit: code == EACCES ? .permission : .noInput)
        }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw unreadable(errno) }
        defer { close(descriptor) }
        var info = stat()
        guard fstat(descriptor, &info) == 0 else { throw unreadable(errno) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: limit + 1)
        while bytes.count <= limit {
            let count = Glibc.read(descriptor, &piece, piece.count)
            if count == 0 { return (bytes, info.st_mode) }
            if count < 0 {
                guard errno == EINTR else { throw unreadable(errno) }
                continue
            }
            bytes += piece[..<count]
        }
        throw invalid(path, "\(printable(path)) has more than \(limit) bytes.")
    }
}
