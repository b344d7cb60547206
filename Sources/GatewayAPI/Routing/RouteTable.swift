import HTTPTypes

/// Finds the route of a request.
struct RouteTable: Sendable {
    fileprivate struct Path: Sendable {
        let segments: [Segment]
        var routes: [Route]
    }

    fileprivate enum Segment: Sendable {
        case literal(String)
        case parameter(String)
    }

    let routes: [Route]
    private let paths: [Path]

    init(_ routes: [Route]) {
        self.routes = routes
        var paths: [String: Path] = [:]
        for route in routes {
            paths[route.template, default: Path(segments: RouteTable.segments(route.template), routes: [])].routes
                .append(route)
        }
        self.paths = Array(paths.values)
    }

    /// Returns the route for a method and a percent-encoded path, and the decoded values of the
    /// path's parameters.
    ///
    /// - Throws: ``RequestError/unknownRoute(path:)``, ``RequestError/wrongMethod(_:allowed:)``,
    ///   ``RequestError/notPercentEncoded``.
    func find(_ method: HTTPRequest.Method, _ path: String) throws(RequestError) -> (Route, [String: String]) {
        guard path.first == "/" else { throw .unknownRoute(path: path) }
        var segments: [String] = []
        // Split before decoding, so that a parameter such as a port may contain encoded slashes.
        for segment in path.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
            guard let text = percentDecoded(segment) else { throw .notPercentEncoded }
            segments.append(text)
        }
        guard let (found, parameters) = paths.lazy.compactMap({ $0.match(segments) }).first else {
            throw .unknownRoute(path: path)
        }
        guard let route = found.first(where: { $0.method == method }) else {
            throw .wrongMethod(method.rawValue, allowed: found.map(\.method.rawValue).sorted())
        }
        return (route, parameters)
    }

    private static func segments(_ template: String) -> [Segment] {
        template.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map { segment in
            segment.hasPrefix("{") ? .parameter(String(segment.dropFirst().dropLast())) : .literal(String(segment))
        }
    }
}

extension RouteTable.Path {
    /// Returns the routes and parameters if the path matches. At most one path of the API matches
    /// any segments.
    fileprivate func match(_ given: [String]) -> ([Route], [String: String])? {
        guard given.count == segments.count else { return nil }
        var parameters: [String: String] = [:]
        for (segment, text) in zip(segments, given) {
            switch segment {
            case .literal(let literal):
                guard literal == text else { return nil }
            case .parameter(let name):
                guard !text.isEmpty else { return nil }
                parameters[name] = text
            }
        }
        return (routes, parameters)
    }
}
