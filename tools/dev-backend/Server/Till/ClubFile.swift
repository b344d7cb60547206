import Crypto
import Foundation
import Glibc
import LineFormats

/// File that keeps a club: a line with all of it, then a line for each request that changed
/// something.
///
/// A line is written before its request is answered: killing the server loses nothing that was
/// answered. Lines are not forced to the disk, so that a power failure may lose the last ones.
struct ClubFile: Sendable {
    private struct Head: Codable {
        var format: Int
        var created: Timestamp
        var key: Data
        var all: ClubChange
    }

    private static let format = 1
    /// Most bytes that are read.
    private static let bytesAtMost = 256 << 20
    /// Lines after which the file is written anew.
    private static let linesAtMost = 50_000

    private let path: String
    private var descriptor: Int32
    private var lines = 0

    /// Opens the file, which is created if it is missing.
    ///
    /// - Parameter new: Content of a new file.
    /// - Returns: The file, and the club in it.
    static func open(_ path: String, new: Club) throws(DevBackendError) -> (ClubFile, Club) {
        let descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw unusable(path, errno) }
        defer { close(descriptor) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            throw .unusableDatabase(path: path, reason: "another server uses it")
        }
        let club = try read(descriptor, path) ?? new
        var file = ClubFile(path: path, descriptor: -1)
        do {
            try file.replace(by: club)
        } catch {
            throw unusable(path, error.code)
        }
        return (file, club)
    }

    /// Adds what a request changed.
    ///
    /// - Parameter club: The club after it.
    /// - Throws: If it cannot be written; the file is then as before.
    mutating func add(_ change: ClubChange, club: Club) throws(Failed) {
        guard !change.isEmpty else { return }
        if lines >= ClubFile.linesAtMost { return try replace(by: club) }
        let end = lseek(descriptor, 0, SEEK_END)
        do throws(Failed) {
            try ClubFile.write(change, to: descriptor)
            lines += 1
        } catch {
            // Half a line would hide those that follow.
            ftruncate(descriptor, end)
            throw error
        }
    }

    /// Writes the file anew; after a crash it is either the old or the new one.
    mutating func replace(by club: Club) throws(Failed) {
        let draft = path + ".new"
        let next = Glibc.open(draft, O_RDWR | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0o600)
        guard next >= 0 else { throw Failed(code: errno) }
        do throws(Failed) {
            guard flock(next, LOCK_EX | LOCK_NB) == 0 else { throw Failed(code: errno) }
            let key = club.key.withUnsafeBytes { Data($0) }
            try ClubFile.write(
                Head(format: ClubFile.format, created: club.created, key: key, all: ClubChange(club)), to: next)
            guard rename(draft, path) == 0 else { throw Failed(code: errno) }
        } catch {
            close(next)
            throw error
        }
        if descriptor >= 0 { close(descriptor) }
        descriptor = next
        lines = 0
    }

    /// Releases the file for another server.
    func end() { close(descriptor) }

    /// The system's error number.
    struct Failed: Error {
        var code: Int32
    }

    private static func unusable(_ path: String, _ code: Int32) -> DevBackendError {
        .unusableDatabase(path: path, reason: String(cString: strerror(code)))
    }

    /// - Returns: The club; nil if the file is empty.
    private static func read(_ descriptor: Int32, _ path: String) throws(DevBackendError) -> Club? {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw unusable(path, errno) }
        guard status.st_mode & S_IFMT == S_IFREG, status.st_size <= bytesAtMost else {
            throw .foreignDatabase(path: path)
        }
        let bytes: Data
        do {
            bytes = try FileHandle(fileDescriptor: descriptor, closeOnDealloc: false).readToEnd() ?? Data()
        } catch {
            throw .unusableDatabase(path: path, reason: "it cannot be read")
        }
        guard !bytes.isEmpty else { return nil }
        // A line without its end was not answered.
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast()
        let decoder = JSONDecoder()
        do {
            guard let first = lines.first else { throw DevBackendError.foreignDatabase(path: path) }
            let head = try decoder.decode(Head.self, from: Data(first))
            guard head.format == format else { throw DevBackendError.foreignDatabase(path: path) }
            var club = Club(created: head.created, key: Array(head.key))
            head.all.apply(to: &club)
            for line in lines.dropFirst() { try decoder.decode(ClubChange.self, from: Data(line)).apply(to: &club) }
            return club
        } catch {
            throw .foreignDatabase(path: path)
        }
    }

    private static func write(_ line: some Encodable, to descriptor: Int32) throws(Failed) {
        guard let json = try? JSONEncoder().encode(line) else { throw Failed(code: EINVAL) }
        let bytes = Array(json) + [UInt8(ascii: "\n")]
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw Failed(code: count < 0 ? errno : EIO) }
            written += count
        }
    }
}
