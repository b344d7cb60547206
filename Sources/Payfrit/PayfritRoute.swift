import NIOHTTP1

/// Method and path of an operation in one generation of the API.
struct PayfritRoute: Sendable, Equatable {
    let method: HTTPMethod
    /// Path, appended to the base URL.
    let path: String
    let needsToken: Bool
    /// Whether repeating the request leaves the server in the same state and gets the same answer.
    let isIdempotent: Bool

    static func get(_ path: String, token: Bool, isIdempotent: Bool = true) -> PayfritRoute {
        PayfritRoute(method: .GET, path: path, needsToken: token, isIdempotent: isIdempotent)
    }

    static func post(_ path: String, token: Bool = true, isIdempotent: Bool) -> PayfritRoute {
        PayfritRoute(method: .POST, path: path, needsToken: token, isIdempotent: isIdempotent)
    }
}
