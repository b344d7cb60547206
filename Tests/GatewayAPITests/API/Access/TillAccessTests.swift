import DevBackend
import Failures
import Foundation
import Gateway
import GatewayModel
import HTTPTypes
import Hummingbird
import Testing

@testable import GatewayAPI

@Suite("The role till", .timeLimit(.minutes(2))) struct TillAccessTests {
    private static let login = #"{"email":"tom@example.com","mobile":"02222222222","pin":"1234"}"#

    /// Serves a gateway with a development server of the till while `body` runs.
    private func with(_ body: @escaping @Sendable (TestServer) async throws -> Void) async throws {
        try await TillBackend().serving { url in
            try await withFolder { folder in
                try await TestServer.with(
                    gateway: {
                        ($0.till.environment, $0.till.folder) = (url, folder)
                        $0.describe = {
                            let failure = Failure($0)
                            return (failure.code, failure.message, failure.hint)
                        }
                    }, body)
            }
        }
    }

    /// Returns a client with a session of a role.
    private func session(_ server: TestServer, _ role: String = "till") async throws -> Asker {
        let link = try await server.asker(.socket)("POST", "/v1/console?role=\(role)").object(ConsoleLink.self)
        let code = try #require(link.url.split(separator: "=").last)
        let client = try await RawClient(port: server.port)
        try await client.send("GET /console?code=\(code) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        let answer = try Answer(parsing: try await client.read().text)
        let cookie = try #require(answer.headers["set-cookie"]).prefix { $0 != ";" }
        let ask = server.asker(.tcp, token: nil)
        let own = [
            ("Cookie", String(cookie)), ("Origin", try #require(server.addresses.url)), ("Perch-API", "1"),
        ]
        return Asker { method, target, headers, body in
            try await ask.send(method, target, own + headers, body)
        }
    }

    @Test("its operations are the till's and the session's, and no others")
    func operations() throws {
        for route in try GatewayAPI.unserved().routes where route.access == .guarded {
            let isTill = route.template == "/v1/session" || "\(route.template)/".hasPrefix("/v1/till/")
            #expect((route.role == .till) == isTill, "\(route.method) \(route.template)")
        }
    }

    @Test("a session of it is refused every other operation")
    func refused() async throws {
        try await with { server in
            let ask = try await session(server)
            for route in try GatewayAPI.unserved().routes where route.access == .guarded && route.role != .till {
                let target = route.template.replacing(/\{\w+\}/, with: "1")
                let answer = try await ask(route.method.rawValue, target)
                #expect(answer.status == 403, "\(route.method) \(target)")
                #expect(try answer.object(Problem.self).code == "role-not-sufficient")
            }
        }
    }

    @Test("a member logs in on a tablet, books, and is logged out with the session")
    func tablet() async throws {
        try await with { server in
            let ask = try await session(server)
            let other = try await session(server)
            let before: TillStatus = try await ask("GET", "/v1/till").object()
            #expect(before.isDev && before.isConfigured && before.member == nil && !before.badges)
            #expect(try await ask("GET", "/v1/till/cart").status == 403)
            let wrong = try await ask("POST", "/v1/till/login", json: Self.login.replacing("1234", with: "9999"))
            #expect(try wrong.status == 403 && wrong.object(Problem.self).code == "till-login-refused")
            let status: TillStatus = try await ask("POST", "/v1/till/login", json: Self.login).object()
            #expect(status.member?.balanceCents == 1_800)
            #expect(try await other("GET", "/v1/till").object(TillStatus.self).member == nil)

            let found: TillProductList = try await ask("GET", "/v1/till/products?search=PILS&category=DRINKS").object()
            #expect(found.products.map(\.id).contains("p-1") && found.products.allSatisfy { $0.isSold })
            #expect(found.products.first?.icon == "/v1/till/products/p-1/icon")
            #expect(try await ask("PUT", "/v1/till/favorites/p-1").status == 204)
            #expect(try await ask("PUT", "/v1/till/favorites/p-1").status == 204)
            let cart: TillCart = try await ask("PUT", "/v1/till/cart/p-1", json: #"{"quantity":2}"#).object()
            #expect(cart.totalCents == 500)
            let changed = try await ask("POST", "/v1/till/bookings", json: #"{"total_cents":1}"#)
            #expect(try changed.status == 409 && changed.object(Problem.self).code == "till-price-changed")
            let report: TillBookingReport = try await ask(
                "POST", "/v1/till/bookings", json: #"{"total_cents":500}"#
            ).object()
            #expect(report.results.map(\.outcome) == [.booked] && report.status.member?.balanceCents == 1_300)
            let statistics: TillStatistics = try await ask("GET", "/v1/till/statistics").object()
            #expect(statistics.totalCents == 500 && statistics.categories.map(\.name) == ["DRINKS"])
            let file = try await ask("GET", "/v1/till/export?list=bookings")
            #expect(file.text.contains("Pils 0,5l") && file.headers["content-type"] == "text/csv; charset=utf-8")
            #expect(try await ask("GET", "/v1/till/bookings?from=yesterday").status == 400)
            let long = String(repeating: "0", count: 201)
            #expect(try await ask("DELETE", "/v1/till/cart/\(long)").status == 400)
            #expect(try await ask("PUT", "/v1/till/cart/p-999", json: #"{"quantity":1}"#).status == 404)
            #expect(try await ask("PUT", "/v1/till/cart/p-1", json: #"{"quantity":0}"#).status == 400)
            #expect(try await ask("PUT", "/v1/till/badge", json: "{}").status == 409)

            #expect(try await ask("DELETE", "/v1/session").status == 204)
            #expect(await server.gateway.till.status(of: .session(1)).member == nil)
        }
    }

    @Test("an icon runs no script, in whichever way it is opened")
    func icons() {
        let headers = Response.icon(Array("<svg/>".utf8), type: "image/svg+xml").headers
        #expect(headers[.contentSecurityPolicy]?.contains("sandbox") == true)
        #expect(headers[.xContentTypeOptions] == "nosniff")
    }
}
