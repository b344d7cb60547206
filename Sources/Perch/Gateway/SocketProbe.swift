import GatewayClient
import GatewayModel
import Glibc

/// State of a unix socket: whether a process serves it, and whether it may be used.
enum SocketProbe: Sendable, Hashable {
    case served
    /// No socket, or one that no process serves any more.
    case absent
    /// A socket that this user may not use.
    case forbidden
    /// A socket that may belong to an untrusted user.
    case untrusted(SocketTrust.Fault)
    case failed(errno: Int32)

    /// Connects to the socket and closes the connection. Never blocks.
    init(path: String) {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        let isRoom = withUnsafeMutableBytes(of: &address.sun_path) { room in
            guard bytes.count < room.count else { return false }
            room.copyBytes(from: bytes)
            return true
        }
        // The path is too long for a socket.
        guard isRoom else {
            self = .absent
            return
        }
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
        guard descriptor >= 0 else {
            self = .failed(errno: errno)
            return
        }
        defer { close(descriptor) }
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        self = result == 0 ? .served : SocketProbe(errno: errno)
        // A socket that no process serves does no harm.
        guard self == .served || self == .forbidden else { return }
        do throws(SocketTrust.Fault) {
            let trust = SocketTrust()
            try trust.check(socket: path)
            if result == 0 { try trust.check(peer: SocketPeer.user(of: descriptor)) }
        } catch {
            self = .untrusted(error)
        }
    }

    private init(errno code: Int32) {
        switch code {
        case ENOENT, ENOTDIR, ECONNREFUSED: self = .absent
        case EACCES, EPERM: self = .forbidden
        // EAGAIN: a process serves the socket and is too busy to accept connections.
        case EAGAIN: self = .served
        default: self = .failed(errno: code)
        }
    }
}
