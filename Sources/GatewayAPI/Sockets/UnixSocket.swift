import GatewayModel
import Glibc
import SystemPackage

/// A unix socket's path in the file system: reserved before binding, removed at the end.
///
/// The socket is bound inside a new folder that only this process can enter. There it gets its mode
/// and group, and then it is renamed to its path. So no client can connect too early, whatever the
/// umask, and a socket left by a killed server is replaced in one step.
struct UnixSocket: ~Copyable {
    /// Longest path, in bytes.
    ///
    /// Source: unix(7), `sun_path` without its NUL byte.
    static let longestPath = 107

    let path: String
    /// Path at which the server binds the socket.
    let stagedPath: String
    private let stage: String?
    private let mode: mode_t
    private let group: gid_t?
    private let groupIsRequired: Bool
    /// Nil if the socket is not shared.
    private let lock: SocketLock?

    /// Reserves a path.
    ///
    /// - Parameter group: Ignored if the socket is not shared.
    init(path: String, isShared: Bool, group wanted: GatewayServer.SocketGroup) throws(ServerError) {
        guard (1...UnixSocket.longestPath).contains(path.utf8.count) else { throw .socketPathTooLong(path: path) }
        let group = isShared ? try UnixSocket.group(wanted) : nil
        let folder = UnixSocket.folder(of: path)
        try UnixSocket.makeFolder(folder, mode: group == nil ? 0o700 : 0o750, group: group)
        do throws(SocketTrust.Fault) { try SocketTrust().checkFolder(of: path) } catch { throw .untrustedFolder(error) }
        let lock = isShared ? try SocketLock(socket: path, group: group) : nil
        if let type = try? Stat(path, followTargetSymlink: false).type, type != .socket {
            throw .cannotBind(path: path, errno: EEXIST)
        }
        let stage = try UnixSocket.makeStage(in: folder)
        // Without a staging folder, only the socket's folder protects it until its mode is set.
        if stage == nil { unlink(path) }
        self.path = path
        self.stage = stage
        stagedPath = stage.map { $0 + UnixSocket.stagedName } ?? path
        mode = group == nil ? 0o600 : 0o660
        self.group = group
        groupIsRequired = if case .named = wanted { true } else { false }
        self.lock = lock
    }

    /// Opens the socket to other users after it was bound at ``stagedPath``.
    func publish() throws(ServerError) {
        if let group, lchown(stagedPath, uid_t.max, group) != 0, groupIsRequired {
            // The default group is optional: a user outside of it serves a socket of their own.
            throw .cannotBind(path: path, errno: errno)
        }
        guard chmod(stagedPath, mode) == 0 else { throw .cannotBind(path: path, errno: errno) }
        guard let stage else { return }
        guard rename(stagedPath, path) == 0 else { throw .cannotBind(path: path, errno: errno) }
        rmdir(stage)
    }

    deinit {
        // No other process can have bound the path: the lock is held until this ends.
        if let stage {
            unlink(stagedPath)
            rmdir(stage)
        }
        unlink(path)
    }

    // MARK: Folder and group

    private static let stagedName = "/s"

    /// Makes the staging folder; nil if the path of a socket in it would be too long.
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
            // Another process created the folder first.
            if errno == EEXIST { return }
            throw .cannotBind(path: folder, errno: errno)
        }
        if let group { _ = chown(folder, uid_t.max, group) }
        guard chmod(folder, mode) == 0 else { throw .cannotBind(path: folder, errno: errno) }
    }

    /// Looks up the id of the group; nil if none is wanted, or if the usual group does not exist.
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
