import NIOHTTP1

/// How one generation of the API does an operation.
struct PayfritRoute: Sendable, Equatable {
    let method: HTTPMethod
    /// Behind the base URL.
    let path: String
    let needsToken: Bool
    /// Whether a repetition leaves the server as one request does, and is answered like it.
    let isIdempotent: Bool

    static func get(_ path: String, token: Bool, isIdempotent: Bool = true) -> PayfritRoute {
        PayfritRoute(method: .GET, path: path, needsToken: token, isIdempotent: isIdempotent)
    }

    static func post(_ path: String, token: Bool = true, isIdempotent: Bool) -> PayfritRoute {
        PayfritRoute(method: .POST, path: path, needsToken: token, isIdempotent: isIdempotent)
    }
}
