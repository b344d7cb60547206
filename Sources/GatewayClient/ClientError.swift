import GatewayModel

/// Why a request to a gateway failed.
package enum ClientError: Error, Sendable, Hashable {
    /// The gateway answered with an error.
    case problem(Problem)
    /// Nobody listens there.
    case unreachable(GatewayAddress, reason: String)
    /// The connection ended before the answer was whole. The gateway may have acted on the request.
    case interrupted(GatewayAddress, reason: String)
    /// Its certificate is not trusted.
    case untrusted(GatewayAddress, reason: String)
    /// Its socket may be that of another user, who may be anybody. Nothing was sent.
    case untrustedSocket(GatewayAddress, SocketTrust.Fault)
    /// What answers is not a gateway, or one whose API is of another version.
    case notAGateway(GatewayAddress, status: Int)
    case otherVersion(GatewayAddress, api: Int, program: String)
    /// The answer is not what the API says.
    case malformedAnswer(GatewayAddress, what: String)
    /// No answer within the request's limit, or a stream was silent for longer than its own. The gateway may have acted on
    /// the request.
    case timedOut(GatewayAddress)
}
