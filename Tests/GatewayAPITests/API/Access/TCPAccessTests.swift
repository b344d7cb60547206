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
            let version = ("Perch-API", "1")
            #expect(try await ask("DELETE", "/v1/events", headers: [session, own, version]).status == 200)
            for foreign in [("Origin", "http://evil.example"), ("Sec-Fetch-Site", "cross-site"), own] {
                let others = foreign == own ? [] : [version]
                let refused = try await ask("DELETE", "/v1/events", headers: [session, foreign] + others)
                #expect(refused.status == 403)
                #expect(try refused.object(Problem.self).code == "cross-origin")
            }
        }
    }

    @Test("a session may do what its role allows, can be ended, and takes its streams with it")
    func roles() async throws {
        try await TestServer.with { server in
            let ask = server.asker(.tcp, token: nil)
            let admin = server.asker(.socket)
            func session(_ role: String) async throws -> (String, String) {
                let link = try await admin("POST", "/v1/console?role=\(role)").object(ConsoleLink.self)
                #expect(link.role.rawValue == role)
                let cookie = try #require(try await ask.withoutRedirect(link.url).headers["set-cookie"])
                return ("Cookie", String(cookie.prefix { $0 != ";" }))
            }
            let own = [("Origin", try #require(server.addresses.url)), ("Perch-API", "1")]
            let tries = [("GET", "/v1/status"), ("POST", "/v1/provisioning/stop"), ("DELETE", "/v1/events")]
            for (role, statuses) in [
                ("till", [403, 403, 403]), ("viewer", [200, 403, 403]), ("crew", [200, 200, 403]),
                ("admin", [200, 200, 200]),
            ] {
                let cookie = try await session(role)
                for ((method, target), status) in zip(tries, statuses) {
                    let answer = try await ask(method, target, headers: own + [cookie])
                    #expect(answer.status == status, "\(role) \(target)")
                    if status == 403 { #expect(try answer.object(Problem.self).code == "role-not-sufficient") }
                }
                let found = try await ask("GET", "/v1/session", headers: [cookie]).object(SessionDescription.self)
                #expect(found.role.rawValue == role && found.isCurrent && found.until != nil)
            }
            let crew = try await session("crew")
            let id = try #require(
                try await admin("GET", "/v1/console/sessions").object(SessionList.self).sessions.last?.id)
            let stream = try await RawClient(port: server.port)
            try await stream.send(
                "GET /v1/events/stream HTTP/1.1\r\nHost: localhost\r\n\(crew.0): \(crew.1)\r\n\r\n")
            #expect(try await !stream.read { $0.contains("\"type\":\"start\"") }.isEnd)
            #expect(try await admin("DELETE", "/v1/console/sessions/\(id)").status == 204)
            // The connection is cut: an ended session hears nothing more.
            #expect(try await stream.read().isEnd)
            #expect(try await ask("GET", "/v1/session", headers: [crew]).status == 401)
            #expect(try await admin("DELETE", "/v1/console/sessions/\(id)").status == 404)
            let ended = try await admin("DELETE", "/v1/console/sessions").object(SessionsEnded.self)
            #expect(ended.ended == 4)
        }
    }

    @Test("the page runs its own script alone, and is not there on the unix socket")
    func page() async throws {
        try await TestServer.with { server in
            let page = try await server.asker(.tcp, token: nil)("GET", "/")
            let policy = try #require(page.headers["content-security-policy"])
            #expect(page.headers["content-type"] == "text/html; charset=utf-8")
            #expect(policy.hasPrefix("default-src 'none'; script-src 'self'; style-src 'self'; "))
            #expect(!policy.contains("unsafe") && !page.text.contains("<script>") && !page.text.contains("<style>"))
            let paths = page.text.split(separator: "\"").map(String.init).filter { $0.hasPrefix("/assets/") }
            #expect(paths.count > 20)
            for path in paths {
                let file = try await server.asker(.tcp, token: nil)("GET", path)
                #expect(file.status == 200 && file.headers["cache-control"]?.contains("immutable") == true)
                let code = file.text.split(separator: "\n").map { $0.drop { $0 == " " } }
                #expect(!code.isEmpty)
                #expect(path.hasSuffix(".css") || !code.contains { $0.hasPrefix("/**") || $0.hasPrefix("//") })
                #expect(try await server.asker(.tcp, token: nil)("GET", path + "x").status == 404)
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
