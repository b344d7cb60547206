import Glibc

/// Whose unix sockets are taken for a gateway's: this user's, root's, and those of the service's user.
///
/// The service's user is whoever owns `/run/perch`, which only root can make.
package struct SocketTrust: Sendable, Hashable {
    /// Why a socket is not trusted, or a place for one.
    package enum Fault: Error, Sendable, Hashable {
        /// It belongs to a user who is not trusted.
        case owner(path: String, user: UInt32)
        /// Others may change what is in it.
        case writable(path: String)
        case symbolicLink(path: String)
        /// Whoever listens is not trusted.
        case peer(user: UInt32)
        case unreadable(path: String, errno: Int32)
    }

    /// The folder of the service's socket.
    package static let serviceFolder = "/run/perch"

    private let users: Set<UInt32>

    /// - Parameter serviceFolder: The folder whose owner is trusted, besides.
    package init(userID: UInt32 = geteuid(), serviceFolder: String = Self.serviceFolder) {
        var status = stat()
        // A link there would be as good as a folder of whoever owns what it leads to.
        let isFolder = lstat(serviceFolder, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
        users = isFolder ? [userID, 0, status.st_uid] : [userID, 0]
    }

    /// Checks the folder that a socket is in, or is to be in.
    ///
    /// - Throws: ``Fault``; nothing where there is no such folder.
    package func checkFolder(of socket: String) throws(Fault) {
        guard let slash = socket.lastIndex(of: "/") else { return try check(".") }
        try check(slash == socket.startIndex ? "/" : String(socket[..<slash]))
    }

    /// Checks a socket's folder and the socket.
    ///
    /// - Throws: ``Fault``; nothing where there is none.
    package func check(socket: String) throws(Fault) {
        try checkFolder(of: socket)
        // Who may write to a socket only connects to it.
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
        // In a sticky folder nobody can put a thing of theirs in the place of another's.
        let isOpen = status.st_mode & (S_IWGRP | S_IWOTH) != 0 && status.st_mode & S_ISVTX == 0
        if isOpen, !othersMayWrite { throw .writable(path: path) }
    }
}

extension SocketTrust.Fault: CustomStringConvertible {
    /// A sentence without its full stop.
    package var description: String {
        switch self {
        case .owner(let path, let user): "\(path) belongs to \(Self.name(user))"
        case .writable(let path): "others may write to \(path)"
        case .symbolicLink(let path): "\(path) is a symbolic link"
        case .peer(let user): "it is served by \(Self.name(user))"
        case .unreadable(let path, let code): "\(path): \(String(cString: strerror(code)))"
        }
    }

    /// Of a user, as far as the system knows it.
    private static func name(_ user: UInt32) -> String {
        var entry = passwd()
        var found: UnsafeMutablePointer<passwd>?
        var buffer = [CChar](repeating: 0, count: 16 * 1024)
        guard getpwuid_r(user, &entry, &buffer, buffer.count, &found) == 0, found != nil else { return "user \(user)" }
        return "user \(String(cString: entry.pw_name))"
    }
}
