import GatewayModel
import Testing

@testable import GatewayAPI

@Suite struct RequestGuardTests {
    private func with(
        _ change: @escaping @Sendable (inout ServerLimits) -> Void = { _ in },
        _ body: @escaping @Sendable (RawClient, TestServer) async throws -> Void
    ) async throws {
        try await TestServer.with(tcp: false) {
            change(&$0.limits)
        } _: { server in
            try await body(try RawClient(socket: server.addresses.socket), server)
        }
    }

    private func status(_ text: String) -> Int? { text.split(separator: " ").dropFirst().first.flatMap { Int($0) } }

    private func isProblem(_ text: String, _ code: String) -> Bool {
        text.contains("application/problem+json") && text.contains("\"code\":\"\(code)\"")
            && text.contains("Perch-API: 1")
    }

    @Test("a head that does not come to its end is answered with 408, however slowly it comes")
    func slowHead() async throws {
        try await with {
            $0.headTime = .milliseconds(300)
        } _: { client, _ in
            try await client.send("GET /healthz HTTP/1.1\r\n")
            let trickle = Task {
                for number in 0..<1000 {
                    try await client.send("X-\(number): a\r\n")
                    try await Task.sleep(for: .milliseconds(20))
                }
            }
            let (text, isEnd) = try await client.read()
            trickle.cancel()
            #expect(status(text) == 408 && isProblem(text, "request-too-slow") && isEnd)
        }
    }

    @Test(
        "what others could read in another way is refused: whom it is for, and where it ends",
        arguments: [
            "Host: p\r\nhost: q", "Host: p\r\nTransfer-Encoding: identity\r\nTransfer-Encoding: chunked",
            "Host: p\r\nTransfer-Encoding: chunked, identity", "Host: p\r\nTransfer-Encoding: identity",
        ])
    func ambiguous(_ fields: String) async throws {
        try await with { client, _ in
            try await client.send("POST /v1/events HTTP/1.1\r\n\(fields)\r\n\r\n0\r\n\r\n")
            let (text, isEnd) = try await client.read()
            #expect(status(text) == 400 && isProblem(text, "malformed-request") && isEnd)
        }
    }

    @Test("a body that does not come to its end is answered with 408")
    func slowBody() async throws {
        try await with {
            $0.bodyTime = .milliseconds(300)
        } _: { client, _ in
            try await client.send(
                "PUT /v1/dongles/x/alias HTTP/1.1\r\nHost: p\r\nContent-Type: application/json\r\n"
                    + "Content-Length: 100\r\n\r\n{\"alias")
            let (text, isEnd) = try await client.read()
            #expect(status(text) == 408 && isProblem(text, "request-too-slow") && isEnd)
        }
    }

    @Test("a connection that asks for nothing is closed")
    func idle() async throws {
        try await with {
            $0.idleTime = .milliseconds(200)
        } _: { client, _ in
            let (text, isEnd) = try await client.read()
            #expect(text.isEmpty && isEnd)
        }
        try await with {
            $0.idleTime = .milliseconds(200)
        } _: { client, _ in
            try await client.send("GET /healthz HTTP/1.1\r\nHost: p\r\n\r\n")
            let (text, isEnd) = try await client.read()
            #expect(status(text) == 200 && isEnd)
        }
    }

    @Test("a stream is not idle")
    func streamIsNotIdle() async throws {
        try await with {
            $0.idleTime = .milliseconds(50)
            $0.headTime = .milliseconds(50)
            $0.bodyTime = .milliseconds(50)
            $0.silence = .milliseconds(100)
        } _: { client, _ in
            try await client.send("GET /v1/events/stream HTTP/1.1\r\nHost: p\r\n\r\n")
            let (text, isEnd) = try await client.read { $0.split(separator: "\"idle\"").count > 5 }
            #expect(!isEnd && status(text) == 200)
        }
    }

    @Test("a body that is too large is refused before it has come, or when it turns out to be")
    func largeBody() async throws {
        try await with { client, _ in
            try await client.send(
                "POST /v1/dongles HTTP/1.1\r\nHost: p\r\nContent-Type: application/json\r\nContent-Length: 65537\r\n\r\n"
            )
            let (text, isEnd) = try await client.read()
            #expect(status(text) == 413 && isProblem(text, "body-too-large") && isEnd)
        }
        try await with { client, _ in
            // The route takes no body.
            try await client.send("GET /v1/status HTTP/1.1\r\nHost: p\r\nTransfer-Encoding: chunked\r\n\r\n")
            let chunk = "8000\r\n" + String(repeating: "x", count: 0x8000) + "\r\n"
            let sending = Task { for _ in 0..<1000 { try await client.send(chunk) } }
            let (text, isEnd) = try await client.read()
            sending.cancel()
            // The answer and the limit race; in both cases the connection ends.
            #expect(isEnd && (status(text) == 413 || status(text) == 200))
        }
    }

    @Test("a body that nobody reads ends the connection at the limit as well, though an answer is under way")
    func largeUnreadBody() async throws {
        try await with { client, _ in
            try await client.send("GET /v1/events/stream HTTP/1.1\r\nHost: p\r\nTransfer-Encoding: chunked\r\n\r\n")
            _ = try await client.read { $0.contains("\"start\"") }
            let chunk = "4000\r\n" + String(repeating: "x", count: 0x4000) + "\r\n"
            let sending = Task { for _ in 0..<5 { try await client.send(chunk) } }
            #expect(try await client.read(within: .seconds(10)).isEnd)
            sending.cancel()
        }
    }

    @Test("a body of exactly the limit is read")
    func largestBody() async throws {
        try await TestServer.with { server in
            for transport in [Transport.socket, .tcp] {
                let ask = server.asker(transport)
                let most = 65536 - #"{"alias":""}"#.utf8.count
                let fits = try await ask(
                    "PUT", "/v1/dongles/x/alias", json: #"{"alias":"\#(String(repeating: "x", count: most))"}"#)
                #expect(fits.status == 400)
                let over = try await ask(
                    "PUT", "/v1/dongles/x/alias", json: #"{"alias":"\#(String(repeating: "x", count: most + 1))"}"#)
                #expect(over.status == 413)
            }
        }
    }

    @Test(
        "what is not HTTP is answered with a problem",
        arguments: [
            "hello\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "GET /a b HTTP/1.1\r\n\r\n", "\u{16}\u{3}\u{1}\u{2}\u{0}",
            "GET / HTTP/1.1\r\nHost: p\r\nContent-Length: x\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: p\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n",
            "GET / HTTP/1.1\r\n\u{0}: a\r\n\r\n",
        ])
    func notHTTP(_ text: String) async throws {
        try await with { client, _ in
            try await client.send(text)
            let (answer, isEnd) = try await client.read()
            #expect(status(answer) == 400 && isProblem(answer, "malformed-request") && isEnd, "\(answer)")
        }
    }

    @Test("header fields past 16 KiB, and paths past 8, are refused for what they are")
    func largeHead() async throws {
        try await with { client, _ in
            try await client.send(
                "GET /healthz HTTP/1.1\r\nHost: p\r\nX: \(String(repeating: "x", count: 17_000))\r\n\r\n")
            let (text, isEnd) = try await client.read()
            #expect(status(text) == 431 && isProblem(text, "head-too-large") && isEnd, "\(text)")
        }
        for length in [9_000, 60_000] {
            try await with { client, _ in
                try await client.send("GET /\(String(repeating: "x", count: length)) HTTP/1.1\r\nHost: p\r\n\r\n")
                let (text, isEnd) = try await client.read()
                #expect(status(text) == 414 && isProblem(text, "path-too-long") && isEnd, "\(text)")
            }
        }
        // The size of a request line counts anew for each request on a connection.
        try await with { client, _ in
            let path = String(repeating: "x", count: 5_000)
            for _ in 0..<2 {
                try await client.send("GET /\(path) HTTP/1.1\r\nHost: p\r\n\r\n")
                #expect(status(try await client.read { $0.hasSuffix("}") }.text) == 404)
            }
            try await client.send(
                "GET /\(path) HTTP/1.1\r\nHost: p\r\nX: \(String(repeating: "x", count: 17_000))\r\n\r\n")
            #expect(status(try await client.read().text) == 431)
        }
    }

    @Test("requests that were sent together are answered in order")
    func pipelined() async throws {
        try await with { client, _ in
            let one = "GET /healthz HTTP/1.1\r\nHost: p\r\n\r\n"
            let other = "GET /v1/nothing HTTP/1.1\r\nHost: p\r\n\r\n"
            try await client.send(one + other + one)
            let (text, _) = try await client.read {
                $0.split(separator: "HTTP/1.1 ").count == 3 && $0.hasSuffix("}")
            }
            #expect(text.split(separator: "HTTP/1.1 ").map { $0.prefix(3) } == ["200", "404", "200"])
        }
    }

    @Test("a request goes on for a client that only stopped sending")
    func halfClosed() async throws {
        try await with { client, _ in
            try await client.send("GET /healthz HTTP/1.1\r\nHost: p\r\n\r\n")
            client.stopSending()
            let (text, isEnd) = try await client.read()
            #expect(status(text) == 200 && text.hasSuffix("}") && isEnd)
        }
    }

    @Test("a connection past the limit waits until another ends")
    func tooManyConnections() async throws {
        try await with {
            $0.connections = 2
        } _: { first, server in
            let request = "GET /healthz HTTP/1.1\r\nHost: p\r\n\r\n"
            try await first.send(request)
            #expect(status(try await first.read { $0.hasSuffix("}") }.text) == 200)
            let second = try RawClient(socket: server.addresses.socket)
            try await second.send(request)
            #expect(status(try await second.read { $0.hasSuffix("}") }.text) == 200)
            let third = try RawClient(socket: server.addresses.socket)
            try await third.send(request)
            #expect(try await third.read(within: .milliseconds(200)).text.isEmpty)
            first.vanish()
            #expect(status(try await third.read { $0.hasSuffix("}") }.text) == 200)
        }
    }
}
