/// Client of the till, which has a login of its own.
package enum TillClient: Sendable, Hashable {
    /// Session of the console.
    case session(Int64)
    /// Every client without a session: with the gateway's token, or on the unix socket.
    case direct
}
