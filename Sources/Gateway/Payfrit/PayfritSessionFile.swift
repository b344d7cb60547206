import Foundation
import Glibc
import Payfrit

/// A login, and the business that was chosen.
struct PayfritLoginState: Codable, Sendable, Hashable {
    /// URL of the backend that it belongs to.
    var base: String
    /// Generation of the API that it belongs to.
    var api: String
    /// A secret.
    var token: String
    var user: Int?
    var name: String
    var business: Int?
    var businessName: String?

    /// The backend takes its token no more, which is not kept.
    var isEnded: Bool { token.isEmpty }
    var ended: PayfritLoginState {
        var state = self
        state.token = ""
        return state
    }

    /// Whether it may be shown to this backend.
    func belongs(to place: PayfritPlace) -> Bool { base == place.base && api == place.generation.rawValue }
}

extension PayfritLoginState: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Without the token.
    var description: String { "login of \(name) at \(base)" }
    var debugDescription: String { description }
    /// `dump` and failing expectations look into values by this.
    var customMirror: Mirror { Mirror(self, children: ["base": base, "api": api, "name": name]) }
}

/// The file that a login is kept in, for this user alone.
struct PayfritSessionFile: Sendable, Hashable {
    static let name = "payfrit.json"
    private static let bytesAtMost = 65_536

    let path: String
    /// Always the same, so that what a crash has left there goes with the file: it may be a login.
    private var draft: String { path + ".new" }

    init(folder: String) {
        path = folder + "/" + PayfritSessionFile.name
    }

    /// - Returns: Nil where there is none.
    func read() throws(PayfritServiceError) -> PayfritLoginState? {
        // Without waiting, should somebody have put a pipe there, and not through a link of somebody else's.
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

    /// Replaces the file; after a crash it is the old one or the new one.
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

    /// Removes the file. One that is not there is as good.
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

    /// So that the name is on the disk too. Where that fails, the file is there all the same until the power goes.
    private func syncFolder() {
        let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        let descriptor = open(folder.isEmpty ? "/" : folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }
}
