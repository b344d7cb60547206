import Failures
import Gateway
import GatewayModel
import HTTPTypes
import Hummingbird
import Logging

/// Finds the route of a request and calls its handler.
struct APIResponder: Sendable {
    private let api: GatewayAPI
    private let table: RouteTable

    init(_ api: GatewayAPI) {
        self.api = api
        table = RouteTable(api.routes)
    }

    /// Answers any request.
    ///
    /// - Parameters:
    ///   - connection: Connection that the request came in on; nil in tests that need none.
    ///   - origin: The connection's origin.
    func respond(to request: Request, on connection: ClientConnection?, origin: ClientConnection.Origin) async
        -> Response
    {
        var response: Response
        do {
            response = try await answer(request, connection, origin)
        } catch {
            response = Response(error, onlyLooking: request.method == .get)
        }
        response.headers.setTransportSecurity(of: origin)
        return response
    }

    private func answer(
        _ request: Request, _ connection: ClientConnection?, _ origin: ClientConnection.Origin
    ) async throws -> Response {
        let isTCP = origin != .unixSocket
        if isTCP { try api.access?.rule.checkHost(request.head.authority) }
        try checkVersion(request)
        let (path, query) = RequestTarget.split(request.head.path ?? "")
        let (route, parameters) = try table.find(request.method, path)
        var session: ConsoleSessions.Session?
        if case .tcp(let address, _) = origin {
            if route.access == .guarded {
                session = try admit(request, address, to: route)
                guard connection?.admit() ?? true else {
                    throw GatewayError.tooMany("connections over TCP", limit: api.limits.connections)
                }
            }
        } else if route.access == .browser {
            throw RequestError.unknownRoute(path: path)
        }
        let call = Call(
            request: request, path: parameters, query: try Query(query, known: route.query), connection: connection,
            origin: origin, session: session, limits: api.limits, logger: api.logger)
        return try await UntilLeft.run(connection, grace: api.limits.leaveTime) { try await route.handle(call) }
    }

    private func checkVersion(_ request: Request) throws(RequestError) {
        guard let version = request.headers[.perchAPI], version != String(APIVersion.current) else { return }
        let error = RequestError.apiVersion(client: version, clientProgram: request.headers[.perchVersion])
        api.logger.warning("Refused a client. \(error.failure.message)")
        throw error
    }

    /// - Returns: The session by which the request was admitted; nil for the token.
    private func admit(
        _ request: Request, _ address: String, to route: Route
    ) throws(RequestError) -> ConsoleSessions.Session? {
        guard let access = api.access else { throw .unauthorized(isWrong: false) }
        let credentials = TokenGuard.Credentials(
            authorization: request.headers[.authorization],
            cookies: request.headers[values: .cookie].joined(separator: "; "))
        guard let session = try access.tokens.admit(credentials, from: address).session else { return nil }
        try access.rule.checkOrigin(
            request.method, host: request.head.authority, origin: request.headers[.origin],
            fetchSite: request.headers[.fetchSite])
        // No form and no simple request of another page can have this field.
        if request.method != .get, request.headers[.perchAPI] == nil { throw .crossOrigin }
        guard session.role.reaches(route.role) else { throw .roleNotSufficient(session.role, needed: route.role) }
        return session
    }
}
