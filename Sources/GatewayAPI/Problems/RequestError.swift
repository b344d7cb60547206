import GatewayModel

/// Reason why a request was not passed on to the gateway.
enum RequestError: Error, Sendable, Hashable {
    // MARK: Contents

    /// `reason` is the parser's message.
    case notJSON(reason: String)
    /// The body lacks a required key.
    case missingKey(String)
    /// The body has an unknown key.
    case unknownKey(String, known: [String])
    /// A value in the body is invalid; `path` is empty for the body itself.
    case invalidValue(path: String, expected: String)
    case invalidBeaconUUID(String)
    case unknownParameter(String, known: [String])
    case repeatedParameter(String)
    /// A parameter in the query or the path is invalid.
    case invalidParameter(String, expected: String)
    case invalidHeader(String, expected: String)
    /// The path or the query is not percent-encoded UTF-8.
    case notPercentEncoded
    case wrongContentType(String?, wanted: String = "application/json")

    // MARK: Target

    case unknownRoute(path: String)
    case wrongMethod(String, allowed: [String])
    case unknownStream(String)
    /// The gateway listens on no TCP address, so no browser can open a console.
    case noConsole
    /// The gateway is no Bluetooth proxy, or its proxies use no encryption.
    case noESPHomeKey
    /// The request is for another version of the API.
    case apiVersion(client: String, clientProgram: String?)
    case tooManyBackups(limit: Int)
    /// Another backup is being restored.
    case restoreUnderWay
    case cannotCopy(errno: Int32)

    // MARK: Sender

    case unauthorized(isWrong: Bool)
    /// `retryAfter` is in whole seconds.
    case tooManyAttempts(retryAfter: Int)
    case hostNotAllowed(String?)
    case crossOrigin
    case roleNotSufficient(Role, needed: Role)
    case unknownSession(Int64)

    // MARK: Transport

    case notHTTP
    /// The request has no `Host` field, or two, of which a proxy may use the other one.
    case notOneHost
    /// `limit` is in bytes.
    case pathTooLong(limit: Int)
    /// `limit` is in bytes.
    case headTooLarge(limit: Int)
    /// `limit` is in bytes.
    case bodyTooLarge(limit: Int)
    /// `part` is `head` or `body`.
    case tooSlow(part: String, limit: Duration)
}
