/// Why a request to a backend failed.
package enum PayfritError: Error, Sendable, Hashable {
    /// No connection was made.
    case unreachable(String)
    /// The connection ended before the answer was whole. The request may have been carried out.
    case interrupted(String)
    /// No whole answer within that time. The request may have been carried out.
    case timedOut(Duration)
    /// The certificate is not trusted, or not the pinned one. Nothing was sent.
    case untrusted(String)
    /// The token is not valid, or no longer.
    case unauthorized
    /// Any other status that is no success.
    case http(Int)
    /// The answer is no JSON.
    case notJSON
    /// The server said no: its own words, made safe to print.
    case refused(String)
    /// The server said no with status 404: its own words. Where it knows none of the paths, it is asked at a wrong one.
    case notFound(String)
    /// The business has no beacon of this number.
    case unknownBeacon(Int)
    /// JSON, but not what is needed: which key of which endpoint. The request may have been carried out.
    case malformed(String)
    /// The answer has more bytes than are taken.
    case tooLarge(limit: Int)
    /// Nothing was sent.
    case notInThisAPI(PayfritOperation, APIGeneration)
    /// The caller's fault: nothing was sent.
    case badSetting(String)
    /// The task was cancelled. The request may have been carried out.
    case cancelled
}

extension PayfritError {
    /// Whether the server may have done what was asked.
    package var mayHaveHappened: Bool {
        switch self {
        case .interrupted, .timedOut, .notJSON, .malformed, .tooLarge, .cancelled: true
        case .http(let status): status >= 500
        case .unreachable, .untrusted, .unauthorized, .refused, .notFound, .unknownBeacon, .notInThisAPI, .badSetting:
            false
        }
    }

    /// Whether the same request may succeed later. It says nothing of whether a repetition does harm.
    package var isWorthRetrying: Bool {
        switch self {
        // No JSON, and redirects, are mostly of a captive portal.
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
        case .interrupted(let reason): "Network error: \(reason), before the answer was whole"
        case .timedOut(let limit): "Network error: no answer within \(PayfritError.words(limit))"
        case .untrusted(let reason): "The server is not trusted: \(reason)"
        case .unauthorized: "HTTP 401: not logged in, or no longer"
        case .http(let status):
            (300..<400).contains(status)
                ? "HTTP \(status): a redirect, which is not followed; the server has moved, or the network wants a login of its own"
                : "HTTP \(status)"
        case .notJSON: "Decoding error: Non-JSON response"
        case .refused(let words), .notFound(let words): words
        case .unknownBeacon(let id): "There is no beacon \(id) of this business"
        case .malformed(let what): "Decoding error: \(what)"
        case .tooLarge(let limit): "The answer has more than \(limit) bytes"
        case .notInThisAPI(let operation, let generation): "The \(generation.rawValue) API has no way of \(operation)"
        case .badSetting(let what): what
        case .cancelled: "Cancelled"
        }
    }

    private static func words(_ limit: Duration) -> String {
        let milliseconds = Int64((limit / .milliseconds(1)).rounded())
        return milliseconds % 1000 == 0 ? "\(milliseconds / 1000) s" : "\(milliseconds) ms"
    }
}
