import GatewayModel

/// Reason why a request to a gateway failed.
package enum ClientError: Error, Sendable, Hashable {
    /// The gateway answered with an error.
    case problem(Problem)
    /// Nothing listens at the address, or connecting to it failed.
    case unreachable(GatewayAddress, reason: String)
    /// The connection ended before the whole answer arrived. The gateway may have acted on the
    /// request.
    case interrupted(GatewayAddress, reason: String)
    /// The server's certificate is not trusted.
    case untrusted(GatewayAddress, reason: String)
    /// The socket may belong to another user, who is not trusted. Nothing was sent.
    case untrustedSocket(GatewayAddress, SocketTrust.Fault)
    /// The server is not a gateway.
    case notAGateway(GatewayAddress, status: Int)
    case otherVersion(GatewayAddress, api: Int, program: String)
    /// The answer does not conform to the API.
    case malformedAnswer(GatewayAddress, what: String)
    /// No answer within the request's time limit, or a stream was silent for longer than the idle
    /// limit. The gateway may have acted on the request.
    case timedOut(GatewayAddress)
}
