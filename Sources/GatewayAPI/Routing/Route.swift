import GatewayModel
import HTTPTypes
import Hummingbird

/// One operation of the API.
struct Route: Sendable {
    /// Clients that may use a route.
    enum Access: Sendable {
        /// All clients that can reach the gateway.
        case open
        /// Clients on the unix socket, with a valid token, or with a console session.
        case guarded
        /// All clients over TCP. The route does not exist on the unix socket.
        case browser
    }

    typealias Handler = @Sendable (Call) async throws -> Response

    let method: HTTPRequest.Method
    /// Path template as in the OpenAPI document, such as `/v1/dongles/{dongle}/alias`.
    let template: String
    /// Parameters that the query may have.
    let query: [String]
    let access: Access
    /// Least role that a session of the console needs; only for guarded routes.
    let role: Role
    let handle: Handler

    init(
        _ method: HTTPRequest.Method, _ template: String, query: [String] = [], access: Access = .guarded,
        role: Role = .admin, _ handle: @escaping Handler
    ) {
        self.method = method
        self.template = template
        self.query = query
        self.access = access
        self.role = role
        self.handle = handle
    }
}
