import RESTClient

/// Reason why a request to a backend failed.
package enum PayfritError: RESTError, Hashable {
    /// No connection was made.
    case unreachable(String)
    /// The connection ended before the answer was complete. The request may have been carried out.
    case interrupted(String)
    /// The answer was not complete within this time. The request may have been carried out.
    case timedOut(Duration)
    /// The certificate is not trusted, or is not the pinned one. Nothing was sent.
    case untrusted(String)
    /// The token is invalid or has expired.
    case unauthorized
    /// Any other status that does not mean success.
    case http(Int)
    /// The answer is not JSON.
    case notJSON
    /// The server refused the request. The text is the server's own message, made safe to print.
    case refused(String)
    /// The server refused the request with status 404. The text is the server's own message. If
    /// this happens for every path, the base URL is wrong.
    case notFound(String)
    /// The business has no beacon with this ID.
    case unknownBeacon(Int)
    /// The answer is JSON, but a key is missing or invalid; the text names key and endpoint. The
    /// request may have been carried out.
    case malformed(String)
    /// The answer has more bytes than the limit.
    case tooLarge(limit: Int)
    /// The API generation does not have the operation. Nothing was sent.
    case notInThisAPI(PayfritOperation, APIGeneration)
    /// The caller passed an invalid setting or argument. Nothing was sent.
    case badSetting(String)
    /// The task was cancelled. The request may have been carried out.
    case cancelled
}

extension PayfritError {
    /// Whether the server may have carried out the request.
    package var mayHaveHappened: Bool {
        switch self {
        case .interrupted, .timedOut, .notJSON, .malformed, .tooLarge, .cancelled: true
        case .http(let status): status >= 500
        case .unreachable, .untrusted, .unauthorized, .refused, .notFound, .unknownBeacon, .notInThisAPI, .badSetting:
            false
        }
    }

    /// Whether the same request may succeed later. This does not mean that repeating it is
    /// harmless.
    package var isWorthRetrying: Bool {
        switch self {
        // Answers that are not JSON, and redirects, mostly come from a captive portal.
        case .unreachable, .interrupted, .timedOut, .notJSON: true
        case .http(let status): status >= 500 || (300..<400).contains(status) || status == 408 || status == 429
        case .untrusted, .unauthorized, .refused, .notFound, .unknownBeacon, .malformed, .tooLarge, .notInThisAPI,
            .badSetting, .cancelled:
            false
        }
    }
}

extension PayfritError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unreachable(let reason): "Network error: \(reason)"
        case .interrupted(let reason): "Network error: \(reason), before the answer was complete"
        case .timedOut(let limit): "Network error: no answer within \(limit.secondsOrMilliseconds)"
        case .untrusted(let reason): "The server is not trusted: \(reason)"
        case .unauthorized: "HTTP 401: not logged in, or the login has expired"
        case .http(let status):
            (300..<400).contains(status)
                ? "HTTP \(status): Perch does not follow redirects; the server has moved, or this network needs a login"
                : "HTTP \(status)"
        case .notJSON: "Decoding error: Non-JSON response"
        case .refused(let words), .notFound(let words): words
        case .unknownBeacon(let id): "This business has no beacon \(id)"
        case .malformed(let what): "Decoding error: \(what)"
        case .tooLarge(let limit): "The answer has more than \(limit) bytes"
        case .notInThisAPI(let operation, let generation):
            "The \(generation.rawValue) API does not support \(operation)"
        case .badSetting(let what): what
        case .cancelled: "Cancelled"
        }
    }
}
