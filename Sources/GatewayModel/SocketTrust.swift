import Glibc

/// Users whose unix sockets are accepted as a gateway's: this user, root and the service's user.
///
/// The service's user is the owner of `/run/perch`, which only root can create.
package struct SocketTrust: Sendable, Hashable {
    /// Reason why a socket, or a folder for one, is not trusted.
    package enum Fault: Error, Sendable, Hashable {
        /// The path belongs to a user who is not trusted.
        case owner(path: String, user: UInt32)
        /// Other users may change the folder's contents.
        case writable(path: String)
        case symbolicLink(path: String)
        /// The process that listens belongs to a user who is not trusted.
        case peer(user: UInt32)
        case unreadable(path: String, errno: Int32)
    }

    /// Folder of the service's socket.
    package static let serviceFolder = "/run/perch"

    private let users: Set<UInt32>

    /// - Parameter serviceFolder: Folder whose owner is also trusted.
    package init(userID: UInt32 = geteuid(), serviceFolder: String = Self.serviceFolder) {
        var status = stat()
        // `lstat`, because a symbolic link would make the owner of its target trusted.
        let isFolder = lstat(serviceFolder, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
        users = isFolder ? [userID, 0, status.st_uid] : [userID, 0]
    }

    /// Checks the folder of a socket that exists or will be created.
    ///
    /// - Throws: ``Fault``. A folder that does not exist passes.
    package func checkFolder(of socket: String) throws(Fault) {
        guard let slash = socket.lastIndex(of: "/") else { return try check(".") }
        try check(slash == socket.startIndex ? "/" : String(socket[..<slash]))
    }

    /// Checks a socket and its folder.
    ///
    /// - Throws: ``Fault``. A socket that does not exist passes.
    package func check(socket: String) throws(Fault) {
        try checkFolder(of: socket)
        // Write permission on a socket only allows connecting to it.
        try check(socket, othersMayWrite: true)
    }

    /// - Throws: ``Fault/peer(user:)``.
    package func check(peer user: UInt32) throws(Fault) {
        guard users.contains(user) else { throw .peer(user: user) }
    }

    private func check(_ path: String, othersMayWrite: Bool = false) throws(Fault) {
        var status = stat()
        guard lstat(path, &status) == 0 else {
            if errno == ENOENT || errno == ENOTDIR { return }
            throw .unreadable(path: path, errno: errno)
        }
        if status.st_mode & S_IFMT == S_IFLNK { throw .symbolicLink(path: path) }
        guard users.contains(status.st_uid) else { throw .owner(path: path, user: status.st_uid) }
        // In a sticky folder, users cannot replace files of others.
        let isOpen = status.st_mode & (S_IWGRP | S_IWOTH) != 0 && status.st_mode & S_ISVTX == 0
        if isOpen, !othersMayWrite { throw .writable(path: path) }
    }
}

extension SocketTrust.Fault: CustomStringConvertible {
    /// Sentence without its full stop.
    package var description: String {
        switch self {
        case .owner(let path, let user): "\(path) belongs to \(Self.name(user))"
        case .writable(let path): "others may write to \(path)"
        case .symbolicLink(let path): "\(path) is a symbolic link"
        case .peer(let user): "it is served by \(Self.name(user))"
        case .unreadable(let path, let code): "\(path): \(String(cString: strerror(code)))"
        }
    }

    /// Name of a user, or the user id if the system does not know it.
    private static func name(_ user: UInt32) -> String {
        var entry = passwd()
        var found: UnsafeMutablePointer<passwd>?
        var buffer = [CChar](repeating: 0, count: 16 * 1024)
        guard getpwuid_r(user, &entry, &buffer, buffer.count, &found) == 0, found != nil else { return "user \(user)" }
        return "user \(String(cString: entry.pw_name))"
    }
}
