import GatewayModel

/// Reason why the API could not be served.
package enum ServerError: Error, Sendable, Hashable {
    /// Another process serves the socket.
    case socketTaken(path: String, pid: Int32?)
    /// The path is longer than 107 bytes.
    case socketPathTooLong(path: String)
    /// The socket or its folder cannot be created.
    case cannotBind(path: String, errno: Int32)
    /// In this folder, another user could replace the socket with one of their own.
    case untrustedFolder(SocketTrust.Fault)
    case portTaken(host: String, port: Int)
    case cannotListen(host: String, port: Int, errno: Int32)
    /// The gateway's own certificate or its key cannot be written.
    case certificateNotMade(file: String, errno: Int32)
    case tlsUnusable(file: String, reason: String)
    /// Other users may read the key file; `mode` is its mode.
    case tlsKeyOpen(file: String, mode: UInt32)
    case unknownGroup(String)
}
