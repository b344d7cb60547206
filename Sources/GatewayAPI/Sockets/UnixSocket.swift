import GatewayModel
import Glibc

/// The place of a unix socket in the file system: taken before anything is bound, given up at the end.
///
/// The socket is bound inside a new folder that only this process can enter, given its mode and group there, and then
/// renamed to its path. So nobody can connect to it too early whatever the umask, and what a killed server left is replaced
/// in one step.
struct UnixSocket: ~Copyable {
    /// Bytes of a path.
    ///
    /// Source: unix(7), sun_path with its NUL byte.
    static let longestPath = 107

    let path: String
    /// Where to bind it.
    let stagedPath: String
    private let stage: String?
    private let mode: mode_t
    private let group: gid_t?
    private let groupIsRequired: Bool
    /// Nil for a private socket.
    private let lock: SocketLock?

    /// Takes a path.
    ///
    /// - Parameter group: Ignored where it is not shared.
    init(path: String, isShared: Bool, group wanted: GatewayServer.SocketGroup) throws(ServerError) {
        guard (1...UnixSocket.longestPath).contains(path.utf8.count) else { throw .socketPathTooLong(path: path) }
        let group = isShared ? try UnixSocket.group(wanted) : nil
        let folder = UnixSocket.folder(of: path)
        try UnixSocket.makeFolder(folder, mode: group == nil ? 0o700 : 0o750, group: group)
        do throws(SocketTrust.Fault) { try SocketTrust().checkFolder(of: path) } catch { throw .untrustedFolder(error) }
        let lock = isShared ? try SocketLock(socket: path, group: group) : nil
        var status = stat()
        if lstat(path, &status) == 0, status.st_mode & S_IFMT != S_IFSOCK {
            throw .cannotBind(path: path, errno: EEXIST)
        }
        let stage = try UnixSocket.makeStage(in: folder)
        // Where there is room for the path itself only, the folder alone guards it until its mode is set.
        if stage == nil { unlink(path) }
        self.path = path
        self.stage = stage
        stagedPath = stage.map { $0 + UnixSocket.stagedName } ?? path
        mode = group == nil ? 0o600 : 0o660
        self.group = group
        groupIsRequired = if case .named = wanted { true } else { false }
        self.lock = lock
    }

    /// Opens the socket to others, once it is bound at ``stagedPath``.
    func publish() throws(ServerError) {
        if let group, lchown(stagedPath, uid_t.max, group) != 0, groupIsRequired {
            // Where nobody asked for the group, a user outside of it serves their own.
            throw .cannotBind(path: path, errno: errno)
        }
        guard chmod(stagedPath, mode) == 0 else { throw .cannotBind(path: path, errno: errno) }
        guard let stage else { return }
        guard rename(stagedPath, path) == 0 else { throw .cannotBind(path: path, errno: errno) }
        rmdir(stage)
    }

    deinit {
        // Nobody else can have bound it meanwhile: the lock is held until this is over.
        if let stage {
            unlink(stagedPath)
            rmdir(stage)
        }
        unlink(path)
    }

    // MARK: Folder and group

    private static let stagedName = "/s"

    /// Nil where a socket in it would have too long a path.
    private static func makeStage(in folder: String) throws(ServerError) -> String? {
        let pattern = folder + "/XXXXXX"
        guard pattern.utf8.count + stagedName.utf8.count <= longestPath else { return nil }
        var template = Array(pattern.utf8CString)
        guard mkdtemp(&template) != nil else { throw .cannotBind(path: folder, errno: errno) }
        return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    private static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private static func makeFolder(_ folder: String, mode: mode_t, group: gid_t?) throws(ServerError) {
        guard access(folder, F_OK) != 0 else { return }
        let parent = UnixSocket.folder(of: folder)
        if parent != folder { try makeFolder(parent, mode: 0o755, group: nil) }
        guard mkdir(folder, mode) == 0 else {
            // Another process was quicker.
            if errno == EEXIST { return }
            throw .cannotBind(path: folder, errno: errno)
        }
        if let group { _ = chown(folder, uid_t.max, group) }
        guard chmod(folder, mode) == 0 else { throw .cannotBind(path: folder, errno: errno) }
    }

    /// Nil where none is wanted, or the usual one is not there.
    private static func group(_ wanted: GatewayServer.SocketGroup) throws(ServerError) -> gid_t? {
        let name: String?
        switch wanted {
        case .none: return nil
        case .usual: name = nil
        case .named(let named): name = named
        }
        var entry = Glibc.group()
        var found: UnsafeMutablePointer<Glibc.group>?
        var buffer = [CChar](repeating: 0, count: 64 * 1024)
        let isThere = getgrnam_r(name ?? "perch", &entry, &buffer, buffer.count, &found) == 0 && found != nil
        if isThere { return entry.gr_gid }
        if let name { throw .unknownGroup(name) }
        return nil
    }
}
