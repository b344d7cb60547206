/// Why a request was not passed on to the gateway.
enum RequestError: Error, Sendable, Hashable {
    // MARK: What it says

    /// `reason` is the parser's.
    case notJSON(reason: String)
    /// A key of the body is not there.
    case missingKey(String)
    /// A key of the body means nothing.
    case unknownKey(String, known: [String])
    /// A value in the body; `path` is empty for the body itself.
    case invalidValue(path: String, expected: String)
    case invalidBeaconUUID(String)
    case unknownParameter(String, known: [String])
    case repeatedParameter(String)
    /// A parameter in the query or the path.
    case invalidParameter(String, expected: String)
    case invalidHeader(String, expected: String)
    /// The path or the query is not percent-encoded UTF-8.
    case notPercentEncoded
    case wrongContentType(String?, wanted: String = "application/json")

    // MARK: What it is for

    case unknownRoute(path: String)
    case wrongMethod(String, allowed: [String])
    case unknownStream(String)
    /// Nothing is served where a browser could open it.
    case noConsole
    /// The request is for another version of the API.
    case apiVersion(client: String, clientProgram: String?)
    case tooManyBackups(limit: Int)
    /// One is being taken in.
    case restoreUnderWay
    case cannotCopy(errno: Int32)

    // MARK: Who sends it

    case unauthorized(isWrong: Bool)
    /// `retryAfter` is whole seconds.
    case tooManyAttempts(retryAfter: Int)
    case hostNotAllowed(String?)
    case crossOrigin

    // MARK: How it comes

    case notHTTP
    /// No field says whom it is for, or two do, of which others may heed the other one.
    case notOneHost
    /// Bytes.
    case pathTooLong(limit: Int)
    /// Bytes.
    case headTooLarge(limit: Int)
    /// Bytes.
    case bodyTooLarge(limit: Int)
    /// `part` is `head` or `body`.
    case tooSlow(part: String, limit: Duration)
}
