import Testing

@testable import Payfrit

@Suite(.timeLimit(.minutes(1))) struct FailureTests {
    struct Failing: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let steps: [ScriptedServer.Step]
        let error: PayfritError
        let words: String

        init(_ name: String, _ steps: ScriptedServer.Step..., error: PayfritError, words: String) {
            testDescription = name
            self.steps = steps
            self.error = error
            self.words = words
        }
    }

    private static let nonJSON = "Decoding error: Non-JSON response"
    private static let missingOK = "Decoding error: beacon-sharding/verify_beacon_broadcast.php: OK is missing"
    private static let closed = "Network error: the connection was closed, before the answer was complete"

    /// Errors of a call whose answer only says that it was carried out.
    static let all = [
        Failing("500", ScriptedServer.json("{}", status: "500 Oops"), error: .http(500), words: "HTTP 500"),
        Failing(
            "500 with an error in it", ScriptedServer.json(#"{"OK":false,"ERROR":"db"}"#, status: "500 Oops"),
            error: .http(500), words: "HTTP 500"),
        Failing("502 with HTML", ScriptedServer.html(status: "502 Bad Gateway"), error: .http(502), words: "HTTP 502"),
        Failing("a captive portal's page", ScriptedServer.html(), error: .notJSON, words: nonJSON),
        Failing(
            "a captive portal's redirect",
            ScriptedServer.whole([], status: "302 Found", headers: "location: http://portal.example/\r\n"),
            error: .http(302),
            words:
                "HTTP 302: Perch does not follow redirects; the server has moved, or this network needs a login"
        ),
        Failing("nothing at all", error: .interrupted("the connection was closed"), words: closed),
        Failing(
            "half an answer", .text("HTTP/1.1 200 OK\r\ncontent-length: 11\r\n\r\n{\"OK\":"),
            error: .interrupted("the connection was closed"), words: closed),
        Failing(
            "half a head", .text("HTTP/1.1 200 O"), error: .interrupted("the connection was closed"), words: closed),
        Failing("an empty body", ScriptedServer.whole([]), error: .notJSON, words: nonJSON),
        Failing(
            "no content", .text("HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n"), error: .notJSON, words: nonJSON
        ),
        Failing("no HTTP", .text("SSH-2.0-OpenSSH_9.2\r\n\r\n"), error: .notJSON, words: nonJSON),
        Failing(
            "text in another encoding", ScriptedServer.whole(Array("{\"ERROR\":\"".utf8) + [0xFC] + Array("\"}".utf8)),
            error: .notJSON, words: nonJSON),
        Failing("more after the JSON", ScriptedServer.json("{\"OK\":true}<br>"), error: .notJSON, words: nonJSON),
        Failing(
            "a list", ScriptedServer.json("[]"),
            error: .malformed("beacon-sharding/verify_beacon_broadcast.php: not an object"),
            words: "Decoding error: beacon-sharding/verify_beacon_broadcast.php: not an object"),
        Failing(
            "OK is missing", ScriptedServer.json("{}"),
            error: .malformed("beacon-sharding/verify_beacon_broadcast.php: OK is missing"), words: missingOK),
        Failing(
            "OK is null", ScriptedServer.json(#"{"OK":null}"#),
            error: .malformed("beacon-sharding/verify_beacon_broadcast.php: OK is missing"), words: missingOK),
        Failing(
            "OK is a list", ScriptedServer.json(#"{"OK":[]}"#),
            error: .malformed("beacon-sharding/verify_beacon_broadcast.php: OK is neither true nor false"),
            words: "Decoding error: beacon-sharding/verify_beacon_broadcast.php: OK is neither true nor false"),
        Failing(
            "refused", ScriptedServer.json(#"{"OK":false,"ERROR":"No such table"}"#), error: .refused("No such table"),
            words: "No such table"),
        Failing(
            "refused by a text", ScriptedServer.json(#"{"OK":"false","ERROR":"No"}"#), error: .refused("No"),
            words: "No"),
        Failing(
            "refused in small letters", ScriptedServer.json(#"{"ok":0,"error":"No"}"#), error: .refused("No"),
            words: "No"),
        Failing("refused without OK", ScriptedServer.json(#"{"ERROR":"No"}"#), error: .refused("No"), words: "No"),
        Failing(
            "refused without a word", ScriptedServer.json(#"{"OK":false,"ERROR":{}}"#),
            error: .refused("The server refused and gave no reason"),
            words: "The server refused and gave no reason"),
        Failing(
            "400 with words", ScriptedServer.json(#"{"OK":false,"ERROR":"No body"}"#, status: "400 Bad Request"),
            error: .refused("No body"), words: "No body"),
        Failing(
            "404 with words", ScriptedServer.json(#"{"OK":false,"ERROR":"No path"}"#, status: "404 Not Found"),
            error: .notFound("No path"), words: "No path"),
        Failing("404 without", ScriptedServer.html(status: "404 Not Found"), error: .http(404), words: "HTTP 404"),
        Failing(
            "403 cut off", .text("HTTP/1.1 403 Forbidden\r\ncontent-length: 9\r\n\r\n{"), error: .http(403),
            words: "HTTP 403"),
        Failing(
            "401", ScriptedServer.json(#"{"OK":true}"#, status: "401 Unauthorized"), error: .unauthorized,
            words: "HTTP 401: not logged in, or the login has expired"),
        Failing(
            "401 whose body never comes", .text("HTTP/1.1 401 Unauthorized\r\ncontent-length: 9\r\n\r\n"), .silence,
            error: .unauthorized, words: "HTTP 401: not logged in, or the login has expired"),
        Failing(
            "429", ScriptedServer.json(#"{"OK":false,"ERROR":"Slow down"}"#, status: "429 Too Many Requests"),
            error: .http(429), words: "HTTP 429"),
        Failing(
            "4 MiB and a byte", ScriptedServer.whole([UInt8](repeating: 0x20, count: 4 * 1024 * 1024 + 1)),
            error: .tooLarge(limit: 4_194_304), words: "The answer has more than 4194304 bytes"),
    ]

    @Test("a failure is told for what it is, and what is not idempotent is sent once", arguments: all)
    func once(_ failing: Failing) async throws {
        let clock = TestClock()
        try await ScriptedServer.with { _, _ in
            failing.steps
        } _: { server in
            let error = await payfritError {
                try await withClient(of: server, clock: clock) {
                    try await $0.verifyBroadcast(BroadcastSighting(identity: Sample.identity), key: "k", someSession)
                }
            }
            #expect(error == failing.error)
            #expect(error?.description == failing.words)
            #expect(server.requests.count == 1)
            #expect(clock.waits.isEmpty)
        }
    }

    @Test("what is idempotent is tried three times in all, where that may help", arguments: all)
    func repeated(_ failing: Failing) async throws {
        let clock = TestClock(chance: 0.5)
        try await ScriptedServer.with { _, _ in
            failing.steps
        } _: { server in
            let error = await payfritError {
                try await withClient(of: server, clock: clock) { try await $0.deleteBeacon(1, someSession) }
            }
            let isSame = error == failing.error || error?.description.contains("beacons/wipe.php") == true
            #expect(isSame, "\(String(describing: error))")
            #expect(server.requests.count == (failing.error.isWorthRetrying ? 3 : 1))
            #expect(clock.waits == (failing.error.isWorthRetrying ? [.milliseconds(375), .milliseconds(750)] : []))
        }
    }

    @Test("a repetition that succeeds is the answer")
    func recovered() async throws {
        try await ScriptedServer.with { _, count in
            count < 3
                ? [ScriptedServer.html(status: "503 Busy")] : [ScriptedServer.json(#"{"OK":true,"Businesses":[]}"#)]
        } _: { server in
            let businesses = try await withClient(of: server) { try await $0.businesses(someSession) }
            #expect(businesses.isEmpty)
            #expect(server.requests.count == 3)
        }
    }

    @Test("a server that asks for time gets it, up to 30 s; for longer than that it is left alone")
    func retryAfter() async throws {
        func waits(_ header: String) async throws -> [Duration] {
            let clock = TestClock()
            try await ScriptedServer.with { _, _ in
                [ScriptedServer.json("{}", status: "503 Busy", headers: "retry-after: \(header)\r\n")]
            } _: { server in
                let error = await payfritError {
                    _ = try await withClient(of: server, clock: clock) { try await $0.allBeacons() }
                }
                #expect(error == .http(503))
            }
            return clock.waits
        }
        #expect(try await waits("30") == [.seconds(30), .seconds(30)])
        #expect(try await waits("31") == [])
        #expect(try await waits("0") == [.milliseconds(500), .seconds(1)])
        #expect(try await waits("Sun, 22 Nov 2026 03:00:00 GMT") == [.milliseconds(500), .seconds(1)])
    }

    @Test("where nobody listens, nothing has happened", arguments: ["127.0.0.1", "localhost"])
    func unreachable(host: String) async throws {
        // No service listens on port 1.
        let client = try PayfritClient(
            environment: .custom("http://\(host):1"), generation: .php, clock: TestClock().clock)
        let error = await payfritError { _ = try await client.sendOTP(phone: "1") }
        await client.close()
        #expect(error == .unreachable("Connection refused"))
        #expect(error?.mayHaveHappened == false)
        #expect(error?.description == "Network error: Connection refused")
    }

    @Test("a reset connection is an interrupted one")
    func reset() async throws {
        try await ScriptedServer.with { _, _ in
            [.reset]
        } _: { server in
            let error = await payfritError {
                try await withClient(of: server) { _ = try await $0.sendOTP(phone: "1") }
            }
            guard case .interrupted = error else {
                Issue.record("\(String(describing: error))")
                return
            }
        }
    }
}
