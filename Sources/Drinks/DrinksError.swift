import RESTClient

/// Reason why a request to the club's server failed.
package enum DrinksError: RESTError, Hashable {
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
    /// The server refused the request, and did not carry it out.
    case refused(Refusal)
    /// Any other status that does not mean success.
    case http(Int)
    /// The answer is not JSON.
    case notJSON
    /// The answer is JSON, but a key is missing or invalid; the text names key and endpoint. The
    /// request may have been carried out.
    case malformed(String)
    /// The answer has more bytes than the limit.
    case tooLarge(limit: Int)
    /// The caller passed an invalid setting or argument. Nothing was sent.
    case badSetting(String)
    /// The task was cancelled. The request may have been carried out.
    case cancelled

    /// A refusal in the form of the API.
    package struct Refusal: Sendable, Hashable {
        /// HTTP status, 200...499.
        package var status: Int
        /// Error code, safe to print; may be empty.
        package var code: String
        /// Message to the member, safe to print; may be empty.
        package var message: String
    }
}

extension DrinksError {
    /// Whether the server may have carried out the request.
    ///
    /// A connection that fails may also have failed after it was made, and a status without the
    /// API's own refusal may come from a proxy that gave up waiting: neither is proof.
    package var mayHaveHappened: Bool {
        switch self {
        case .untrusted, .unauthorized, .refused, .badSetting: false
        case .unreachable, .interrupted, .timedOut, .http, .notJSON, .malformed, .tooLarge, .cancelled: true
        }
    }

    package var isWorthRetrying: Bool {
        switch self {
        // Answers that are not JSON, and redirects, mostly come from a captive portal.
        case .unreachable, .interrupted, .timedOut, .notJSON: true
        case .http(let status): status >= 500 || (300..<400).contains(status) || status == 408 || status == 429
        case .untrusted, .unauthorized, .refused, .malformed, .tooLarge, .badSetting, .cancelled: false
        }
    }
}

extension DrinksError: CustomStringConvertible {
    /// The club's words for HTTP errors, else a sentence without its full stop.
    package var description: String {
        switch self {
        case .unreachable(let reason): "Network error: \(reason)"
        case .interrupted(let reason): "Network error: \(reason), before the answer was complete"
        case .timedOut(let limit): "Network error: no answer within \(limit.secondsOrMilliseconds)"
        case .untrusted(let reason): "The server is not trusted: \(reason)"
        case .unauthorized: "Anmeldung erforderlich"
        case .refused(let refusal):
            refusal.message.isEmpty ? DrinksError.words(refusal.status) : refusal.message
        case .http(let status): DrinksError.words(status)
        case .notJSON: "Decoding error: Non-JSON response"
        case .malformed(let what): "Decoding error: \(what)"
        case .tooLarge(let limit): "The answer has more than \(limit) bytes"
        case .badSetting(let what): what
        case .cancelled: "Cancelled"
        }
    }

    private static func words(_ status: Int) -> String {
        switch status {
        case 400..<500: "Client-Fehler (\(status))"
        case 500..<600: "Server-Fehler (\(status))"
        default: "Unbekannter Fehler"
        }
    }
}
