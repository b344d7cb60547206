import GatewayModel

/// Why the API could not be served.
package enum ServerError: Error, Sendable, Hashable {
    /// Another process serves that socket.
    case socketTaken(path: String, pid: Int32?)
    /// A socket's path has at most 107 bytes.
    case socketPathTooLong(path: String)
    /// The socket or its folder cannot be made.
    case cannotBind(path: String, errno: Int32)
    /// Another user could put a socket of theirs in its place.
    case untrustedFolder(SocketTrust.Fault)
    case portTaken(host: String, port: Int)
    case cannotListen(host: String, port: Int, errno: Int32)
    /// Not a loopback address, and no TLS.
    case needsTLS(host: String)
    case tlsUnusable(file: String, reason: String)
    /// Others may read the key, as its mode says.
    case tlsKeyOpen(file: String, mode: UInt32)
    case unknownGroup(String)
}
