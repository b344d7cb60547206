import GatewayModel
import Glibc
import NIOCore

/// Identifies the process that listens on a unix socket, as the kernel reports it.
package enum SocketPeer {
    /// The kernel's answer to `SO_PEERCRED`. Source: unix(7), `struct ucred`, which glibc declares
    /// only with `_GNU_SOURCE`.
    private struct Credentials: Sendable {
        var process: Int32 = 0
        var user: UInt32 = 0
        var group: UInt32 = 0
    }

    /// - Parameter descriptor: A connected socket.
    /// - Throws: `SocketTrust.Fault`.
    package static func user(of descriptor: CInt) throws(SocketTrust.Fault) -> UInt32 {
        var peer = Credentials()
        var size = socklen_t(MemoryLayout<Credentials>.size)
        guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 else {
            throw .unreadable(path: "its peer", errno: errno)
        }
        return peer.user
    }

    /// Closes a connection whose socket or peer is not trusted; the returned future then fails.
    static func check(_ channel: any Channel, path: String, _ trust: SocketTrust) -> EventLoopFuture<Void> {
        let checked: EventLoopFuture<Void>
        do {
            try trust.check(socket: path)
            guard let provider = channel as? any SocketOptionProvider else { throw ChannelError.operationUnsupported }
            checked = provider.unsafeGetSocketOption(level: .socket, name: .init(rawValue: SO_PEERCRED))
                .flatMapThrowing { (peer: Credentials) in try trust.check(peer: peer.user) }
        } catch {
            checked = channel.eventLoop.makeFailedFuture(error)
        }
        checked.whenFailure { _ in channel.close(mode: .all, promise: nil) }
        return checked
    }
}
