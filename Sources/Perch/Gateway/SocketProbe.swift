import GatewayClient
import GatewayModel
import Glibc

/// Whether somebody serves a unix socket.
enum SocketProbe: Sendable, Hashable {
    case served
    /// There is none, or one that nobody serves any more.
    case absent
    /// This user may not use it.
    case forbidden
    /// It may be another user's.
    case untrusted(SocketTrust.Fault)
    case failed(errno: Int32)

    /// Connects and hangs up. Never waits.
    init(path: String) {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        let isRoom = withUnsafeMutableBytes(of: &address.sun_path) { room in
            guard bytes.count < room.count else { return false }
            room.copyBytes(from: bytes)
            return true
        }
        // A path that no socket can have.
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
        // What nobody serves harms nobody.
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
        // It has more to do than it can take at once.
        case EAGAIN: self = .served
        default: self = .failed(errno: code)
        }
    }
}
