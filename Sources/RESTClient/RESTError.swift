/// Error of a client, to which the parts shared by all clients add the failures they meet.
package protocol RESTError: Error, Sendable {
    /// No connection was made.
    static func unreachable(_ reason: String) -> Self
    /// The connection ended before the answer was complete. The request may have been carried out.
    static func interrupted(_ reason: String) -> Self
    /// The answer was not complete within this time. The request may have been carried out.
    static func timedOut(_ limit: Duration) -> Self
    /// The certificate is not trusted, or is not the pinned one. Nothing was sent.
    static func untrusted(_ reason: String) -> Self
    /// The answer is not HTTP, or its body is not JSON.
    static var notJSON: Self { get }
    /// A key of the answer is missing or invalid; the text names key and endpoint.
    static func malformed(_ what: String) -> Self
    /// The answer has more bytes than the limit.
    static func tooLarge(limit: Int) -> Self
    /// The caller passed an invalid setting or argument. Nothing was sent.
    static func badSetting(_ what: String) -> Self
    /// The task was cancelled. The request may have been carried out.
    static var cancelled: Self { get }

    /// Whether the same request may succeed later. This does not mean that repeating it is
    /// harmless.
    var isWorthRetrying: Bool { get }
}

extension Duration {
    /// Whole seconds as `15 s`, other times in milliseconds.
    package var secondsOrMilliseconds: String {
        let milliseconds = Int64((self / .milliseconds(1)).rounded())
        return milliseconds % 1000 == 0 ? "\(milliseconds / 1000) s" : "\(milliseconds) ms"
    }
}
