import AsyncHTTPClient
import Foundation
import GatewayModel
import NIOCore
import Testing

@testable import GatewayAPI

@Suite struct TCPAccessTests {
    @Test("over TCP a token is needed, but not to ask for health or the document")
    func token() async throws {
        try await TestServer.with { server in
            let ask = server.asker(.tcp, token: nil)
            for target in ["/v1/status", "/v1/dongles", "/v1/adverts", "/v1/events", "/v1/store/backup"] {
                let refused = try await ask("GET", target)
                let problem: Problem = try refused.object()
                #expect(refused.status == 401 && problem.code == "unauthorized")
                #expect(refused.headers["www-authenticate"] == "Bearer realm=\"perch\"")
                let right = ("Authorization", "Bearer \(TestServer.token)")
                if target == "/v1/status" { #expect(try await ask("GET", target, headers: [right]).status == 200) }
            }
            for target in ["/healthz", "/v1/openapi.yaml", "/"] {
                let answer = try await ask("GET", target)
                #expect(answer.status == 200)
            }
        }
    }

    @Test("an address that guesses is told to wait, and the right token still passes")
    func guessing() async throws {
        try await TestServer.with { server in
            let wrong = server.asker(.tcp, token: "guess")
            for _ in 0..<10 { #expect(try await wrong("GET", "/v1/status").status == 401) }
            let refused = try await wrong("GET", "/v1/status")
            #expect(refused.status == 429)
            #expect((1...61).contains(refused.headers["retry-after"].flatMap { Int($0) } ?? 0))
            #expect(try await server.asker(.tcp)("GET", "/v1/status").status == 200)
        }
    }

    @Test("a name that another site could have made lead here is not answered to")
    func rebinding() async throws {
        try await TestServer.with { server in
            let ask = server.asker(.tcp)
            for target in ["/healthz", "/v1/status", "/"] {
                let refused = try await ask("GET", target, headers: [("Host", "evil.example")])
                #expect(refused.status == 403)
                #expect(try refused.object(Problem.self).code == "host-not-allowed")
            }
            let own = try await ask("GET", "/v1/status", headers: [("Host", "localhost:\(server.port)")])
            #expect(own.status == 200)
        }
    }

    @Test("the console's link opens a session once, for requests of its own page")
    func console() async throws {
        try await TestServer.with { server in
            let ask = server.asker(.tcp, token: nil)
            let url = try #require(server.addresses.url)
            let link = try #require(server.addresses.consoleLink)
            let target = String(link.dropFirst(url.count))
            #expect(try await ask("GET", "/console?code=\(String(repeating: "0", count: 64))").status == 401)
            for cut in ["/console", "/console?code="] {
                let page = try await ask("GET", cut)
                #expect(page.status == 401 && page.headers["content-type"] == "text/html; charset=utf-8")
            }
            let opened = try await ask.withoutRedirect(link)
            #expect(opened.status == 303 && opened.headers["location"] == "/")
            let cookie = try #require(opened.headers["set-cookie"])
            for part in ["HttpOnly", "SameSite=Strict", "Path=/", "Max-Age=43200"] { #expect(cookie.contains(part)) }
            #expect(!cookie.contains("Secure"))
            let session = ("Cookie", String(cookie.prefix { $0 != ";" }))
            let again = try await ask("GET", target)
            #expect(again.status == 401 && again.headers["content-type"] == "text/html; charset=utf-8")
            #expect(String(decoding: again.body, as: UTF8.self).contains("<pre>perch console</pre>"))
            #expect(try await ask("GET", "/v1/status", headers: [session]).status == 200)
            // Anyone with the token or a session can request any number of links.
            #expect(try await ask("POST", "/v1/console").status == 401)
            let fresh = try await server.asker(.socket)("POST", "/v1/console")
            #expect(fresh.status == 201)
            let other = try fresh.object(ConsoleLink.self)
            #expect(other.url != link && other.seconds == 900)
            #expect(try await ask.withoutRedirect(other.url).status == 303)
            let own = ("Origin", url)
            #expect(try await ask("DELETE", "/v1/events", headers: [session, own]).status == 200)
            for foreign in [("Origin", "http://evil.example"), ("Sec-Fetch-Site", "cross-site")] {
                let refused = try await ask("DELETE", "/v1/events", headers: [session, foreign])
                #expect(refused.status == 403)
                #expect(try refused.object(Problem.self).code == "cross-origin")
            }
        }
    }

    @Test("the page runs its own script alone, and is not there on the unix socket")
    func page() async throws {
        try await TestServer.with { server in
            let page = try await server.asker(.tcp, token: nil)("GET", "/")
            let policy = try #require(page.headers["content-security-policy"])
            #expect(page.headers["content-type"] == "text/html; charset=utf-8")
            #expect(policy.hasPrefix("default-src 'none'; script-src 'sha256-") && !policy.contains("unsafe"))
            #expect(policy.contains("style-src 'sha256-"))
            // No content from elsewhere, no handlers in attributes, and no markup made from text.
            for forbidden in [
                "src=", "href=", "onclick", "onload", "innerHTML", "outerHTML", "insertAdjacent", "eval(",
            ] {
                #expect(!page.text.contains(forbidden), "\(forbidden)")
            }
            for target in ["/", "/console?code=x"] {
                #expect(try await server.asker(.socket)("GET", target).status == 404)
            }
        }
    }
}

extension Asker {
    /// Asks for a whole URL, and returns a redirection as the answer instead of following it.
    fileprivate func withoutRedirect(_ url: String) async throws -> Answer {
        let client = HTTPClient(configuration: .init(redirectConfiguration: .disallow))
        let response = try await client.execute(HTTPClientRequest(url: url), timeout: .seconds(10))
        let body = Array(try await response.body.collect(upTo: 1024 * 1024).readableBytesView)
        try await client.shutdown()
        var headers: [String: String] = [:]
        for (name, value) in response.headers { headers[name.lowercased()] = value }
        return Answer(status: Int(response.status.code), headers: headers, body: body)
    }
}
