import Foundation
import HTTPTypes
import LineFormats

/// One endpoint of the till's API.
struct TillRoute: Sendable {
    let method: HTTPRequest.Method
    /// Path below `/v1`, where `{id}` stands for an ID.
    let path: String
    var needsToken = true
    let carryOut: @Sendable (inout TillCall) throws -> TillReply

    static func isKnown(_ path: String) -> Bool { all.contains { $0.path == path } }

    /// Returns the endpoints at a path, and the ID in it.
    static func at(_ path: String) -> (routes: [TillRoute], id: String) {
        let exact = all.filter { $0.path == path }
        if !exact.isEmpty { return (exact, "") }
        for route in all where route.path.hasSuffix("{id}") {
            let stem = String(route.path.dropLast(4))
            guard path.hasPrefix(stem), let id = String(path.dropFirst(stem.count)).removingPercentEncoding,
                !id.isEmpty, id.utf8.count <= 200
            else { continue }
            return (all.filter { $0.path == route.path }, id)
        }
        return ([], "")
    }

    static let all: [TillRoute] = [
        TillRoute(method: .get, path: "/health", needsToken: false) { _ in TillReply { $0.field("status", "ok") } },
        TillRoute(method: .post, path: "/auth/first-login", needsToken: false, carryOut: firstLogin),
        TillRoute(method: .post, path: "/auth/login", needsToken: false, carryOut: login),
        TillRoute(method: .post, path: "/auth/reset-pin-request", needsToken: false, carryOut: requestReset),
        TillRoute(method: .post, path: "/auth/reset-pin-confirm", needsToken: false, carryOut: confirmReset),
        TillRoute(method: .get, path: "/auth/validate", carryOut: profile),
        TillRoute(method: .get, path: "/me", carryOut: profile),
        TillRoute(method: .patch, path: "/me/threshold", carryOut: setThreshold),
        TillRoute(method: .patch, path: "/me/pin", carryOut: changePIN),
        TillRoute(method: .get, path: "/me/favorites", carryOut: listFavorites),
        TillRoute(method: .post, path: "/me/favorites", carryOut: addFavorite),
        TillRoute(method: .delete, path: "/me/favorites/{id}", carryOut: removeFavorite),
        TillRoute(method: .get, path: "/me/bookings", carryOut: listBookings),
        TillRoute(method: .get, path: "/me/transactions", carryOut: listTransactions),
        TillRoute(method: .get, path: "/products", needsToken: false, carryOut: listProducts),
        TillRoute(method: .get, path: "/products/{id}", needsToken: false, carryOut: getProduct),
        TillRoute(method: .post, path: "/bookings", carryOut: book),
    ]
}
