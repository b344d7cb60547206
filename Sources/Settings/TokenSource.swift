import Glibc

/// File with the token that TCP clients show. The token is always in a file, so that it appears in
/// no process list and no log.
package enum TokenSource: Sendable, Hashable {
    /// A file that the user chose. Others must not be able to read it.
    case file(String)
    /// A file of the service manager, which protects it by its folder.
    case credential(String)
    /// The gateway's own file, created if missing.
    case own(String)

    /// Length of a token, in visible ASCII characters.
    package static let lengths = 16...512

    /// Chooses the first of: the setting, `token` in the folder `CREDENTIALS_DIRECTORY`, `token` in
    /// the state folder.
    ///
    /// - Parameter settings: Settings in effect, with the state folder.
    package init(_ settings: Settings, environment: [String: String]) {
        let credential = environment["CREDENTIALS_DIRECTORY"].map { $0 + "/token" }
        if let named = settings.tokenFile {
            self = .file(named)
        } else if let credential, access(credential, F_OK) == 0 {
            self = .credential(credential)
        } else {
            self = .own((settings.stateFolder ?? ".") + "/token")
        }
    }

    package var path: String {
        switch self {
        case .file(let path), .credential(let path), .own(let path): path
        }
    }

    /// Reads the token; in the case ``own(_:)``, creates it first if it is missing.
    package func token() throws(SettingsError) -> String {
        switch self {
        case .file(let path): return try TokenSource.read(path, isGuarded: false)
        case .credential(let path): return try TokenSource.read(path, isGuarded: true)
        case .own(let path):
            if access(path, F_OK) != 0, errno == ENOENT { try TokenSource.make(path) }
            return try TokenSource.read(path, isGuarded: false)
        }
    }

    private static func read(_ path: String, isGuarded: Bool) throws(SettingsError) -> String {
        // Does not block if the path is a pipe.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .cannotRead(path: path, errno: errno) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .cannotRead(path: path, errno: errno) }
        func finding(_ message: String) -> SettingsError {
            .invalid([SettingsError.Finding(place: path, message: message)])
        }
        guard status.st_mode & S_IFMT == S_IFREG else { throw finding("the token must be in a regular file") }
        let mode = status.st_mode & 0o777
        guard isGuarded || mode & 0o077 == 0 else {
            throw finding(
                "other users can access the token (mode 0\(String(mode, radix: 8))); run `chmod 600 \(path)`")
        }
        var bytes: [UInt8]?
        do { bytes = try FileBytes.read(descriptor, limit: 4096) } catch {
            throw .cannotRead(path: path, errno: error.code)
        }
        let lines = (bytes ?? []).split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") })
        guard let token = lines.first, lines.count == 1, lengths.contains(token.count),
            token.allSatisfy({ (0x21...0x7E).contains($0) })
        else {
            throw finding(
                "a token is one line of \(lengths.lowerBound)...\(lengths.upperBound) visible ASCII characters, for "
                    + "example from `openssl rand -hex 32`")
        }
        return String(decoding: token, as: UTF8.self)
    }

    /// Creates a token of 32 random bytes. The file appears with its whole content, and never
    /// replaces another.
    private static func make(_ path: String) throws(SettingsError) {
        // Random numbers come from the kernel; see getrandom(2).
        var generator = SystemRandomNumberGenerator()
        let digits = (0..<32).map { _ in
            let byte = String(UInt8.random(in: 0...255, using: &generator), radix: 16)
            return byte.count == 1 ? "0" + byte : byte
        }
        let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        if let code = makeFolder(folder) { throw .cannotWrite(path: folder, errno: code) }
        let draft = "\(path).\(getpid())"
        unlink(draft)
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .cannotWrite(path: draft, errno: errno) }
        defer { unlink(draft) }
        let text = Array((digits.joined() + "\n").utf8)
        let isWritten = write(descriptor, text, text.count) == text.count && fsync(descriptor) == 0
        let code = errno
        close(descriptor)
        guard isWritten else { throw .cannotWrite(path: draft, errno: code) }
        // If another process was faster, its token stays.
        guard link(draft, path) == 0 || errno == EEXIST else { throw .cannotWrite(path: path, errno: errno) }
    }

    /// Creates a folder and its parents, for this user alone. Returns an errno if that fails.
    private static func makeFolder(_ folder: String) -> Int32? {
        var made = ""
        for part in folder.split(separator: "/", omittingEmptySubsequences: false) {
            made += (made.isEmpty && !folder.hasPrefix("/") ? "" : "/") + part
            guard !part.isEmpty, access(made, F_OK) != 0 else { continue }
            guard mkdir(made, 0o700) == 0 || errno == EEXIST else { return errno }
        }
        return nil
    }
}
