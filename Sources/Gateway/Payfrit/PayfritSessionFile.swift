import Foundation
import Glibc
import Payfrit

/// Login, with the business that was chosen.
struct PayfritLoginState: Codable, Sendable, Hashable {
    /// URL of the login's backend.
    var base: String
    /// Generation of the login's API.
    var api: String
    /// Token, which is secret.
    var token: String
    var user: Int?
    var name: String
    var business: Int?
    var businessName: String?

    /// Whether the backend refused the token, which is then not stored.
    var isEnded: Bool { token.isEmpty }
    var ended: PayfritLoginState {
        var state = self
        state.token = ""
        return state
    }

    /// Returns whether the login may be sent to this backend.
    func belongs(to place: PayfritPlace) -> Bool { base == place.base && api == place.generation.rawValue }
}

extension PayfritLoginState: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Description without the token.
    var description: String { "login of \(name) at \(base)" }
    var debugDescription: String { description }
    /// Used by `dump` and by failing expectations to look into values; omits the token.
    var customMirror: Mirror { Mirror(self, children: ["base": base, "api": api, "name": name]) }
}

/// File in which the login is saved, readable only by this user.
struct PayfritSessionFile: Sendable, Hashable {
    static let name = "payfrit.json"
    private static let bytesAtMost = 65_536

    let path: String
    /// Temporary file. Its name is always the same, so that a file left by a crash, which may
    /// contain a login, is removed with the session file.
    private var draft: String { path + ".new" }

    init(folder: String) {
        path = folder + "/" + PayfritSessionFile.name
    }

    /// - Returns: The login; nil if there is no file.
    func read() throws(PayfritServiceError) -> PayfritLoginState? {
        // Does not wait, in case the path is a pipe, and does not follow a link, which may be
        // another user's.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw .cannotUseSessionFile(path: path, errno: errno)
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .cannotUseSessionFile(path: path, errno: errno) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .badSessionFile(path: path) }
        let mode = status.st_mode & 0o777
        guard mode & 0o077 == 0 else { throw .openSessionFile(path: path, mode: mode) }
        var bytes = [UInt8](repeating: 0, count: PayfritSessionFile.bytesAtMost + 1)
        var length = 0
        while length < bytes.count {
            let count = bytes[length...].withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
            if count == 0 { break }
            if count < 0 {
                if errno == EINTR { continue }
                throw .cannotUseSessionFile(path: path, errno: errno)
            }
            length += count
        }
        guard length < bytes.count else { throw .badSessionFile(path: path) }
        do {
            return try JSONDecoder().decode(PayfritLoginState.self, from: Data(bytes.prefix(length)))
        } catch {
            throw .badSessionFile(path: path)
        }
    }

    /// Replaces the file; after a crash it is either the old or the new one.
    func write(_ state: PayfritLoginState) throws(PayfritServiceError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let bytes: [UInt8]
        do { bytes = Array(try encoder.encode(state)) + [UInt8(ascii: "\n")] } catch {
            throw .badSessionFile(path: path)
        }
        guard bytes.count <= PayfritSessionFile.bytesAtMost else { throw .badSessionFile(path: path) }
        unlink(draft)
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw .cannotUseSessionFile(path: draft, errno: errno) }
        let code = PayfritSessionFile.write(bytes, to: descriptor)
        close(descriptor)
        guard code == 0, rename(draft, path) == 0 else {
            let code = code == 0 ? errno : code
            unlink(draft)
            throw .cannotUseSessionFile(path: path, errno: code)
        }
        syncFolder()
    }

    /// Removes the file. A missing file is no error.
    func remove() throws(PayfritServiceError) {
        for path in [path, draft] {
            guard unlink(path) == 0 || errno == ENOENT else { throw .cannotUseSessionFile(path: path, errno: errno) }
        }
        syncFolder()
    }

    /// - Returns: An errno; 0 = the bytes are on the disk.
    private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return count < 0 ? errno : EIO }
            written += count
        }
        return fsync(descriptor) == 0 ? 0 : errno
    }

    /// Writes the folder, so that the file's name is on the disk too. If that fails, the file still
    /// exists until a power failure.
    private func syncFolder() {
        let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        let descriptor = open(folder.isEmpty ? "/" : folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }
}
