import HTTPTypes
import Hummingbird

/// One thing the API can do.
struct Route: Sendable {
    /// Who may use it.
    enum Access: Sendable {
        /// Anybody who can reach the gateway.
        case open
        /// Who comes over the unix socket, shows the token, or has a session of the console.
        case guarded
        /// Anybody, over TCP; over the unix socket it is not there.
        case browser
    }

    typealias Handler = @Sendable (Call) async throws -> Response

    let method: HTTPRequest.Method
    /// As in the OpenAPI document: `/v1/dongles/{dongle}/alias`.
    let template: String
    /// Parameters that the query may have.
    let query: [String]
    let access: Access
    let handle: Handler

    init(
        _ method: HTTPRequest.Method, _ template: String, query: [String] = [], access: Access = .guarded,
        _ handle: @escaping Handler
    ) {
        self.method = method
        self.template = template
        self.query = query
        self.access = access
        self.handle = handle
    }
}
