import Randomness
import Foundation
import GatewayModel
import Testing

@testable import GatewayAPI

@Suite struct APITests {
    @Test("a gateway without dongles is degraded, and alive", arguments: Transport.allCases)
    func health(_ transport: Transport) async throws {
        try await transport.with { ask in
            let answer = try await ask("GET", "/healthz")
            #expect(answer.status == 200)
            #expect(answer.headers["content-type"] == "application/json")
            #expect(try answer.object() == Health(status: .degraded, version: APIVersion.program, api: 1))
        }
    }

    @Test("every answer says the versions of API and program", arguments: Transport.allCases)
    func versions(_ transport: Transport) async throws {
        try await transport.with { ask in
            for target in ["/healthz", "/v1/nothing", "/v1/status", "/v1/dongles/x", "/v1/events?x=1"] {
                let answer = try await ask("GET", target)
                #expect(answer.headers["perch-api"] == "1" && answer.headers["perch-version"] == APIVersion.program)
                #expect(answer.headers["date"]?.hasSuffix(" GMT") == true)
            }
            #expect(try await ask("GET", "/v1/status", headers: [("Perch-API", "1")]).status == 200)
            for version in ["2", "0", "one", "1.0"] {
                let refused = try await ask(
                    "GET", "/v1/status", headers: [("Perch-API", version), ("Perch-Version", "0.9.9")])
                let problem: Problem = try refused.object()
                #expect(refused.status == 400 && problem.code == "api-version")
                #expect(problem.detail.contains("version \(version)") && problem.detail.contains("0.9.9"))
            }
        }
    }

    @Test("resources are there and empty", arguments: Transport.allCases)
    func resources(_ transport: Transport) async throws {
        try await transport.with { ask in
            #expect(try await ask("GET", "/v1/dongles").object() == DongleList(dongles: []))
            #expect(try await ask("GET", "/v1/connections").object() == ConnectionList(connections: []))
            #expect(try await ask("GET", "/v1/settings").object() == SettingList(settings: []))
            let companies: CompanyList = try await ask("GET", "/v1/companies").object()
            #expect(companies.companies.count == 3_327)
            #expect(companies.companies.first { $0.id == 0x004C }?.name == "Apple, Inc.")
            #expect(companies.companies.map(\.id) == companies.companies.map(\.id).sorted())
            let status: GatewayStatus = try await ask("GET", "/v1/status").object()
            #expect(status.dongles.isEmpty && status.pid == getpid())
            let store: StoreStatus = try await ask("GET", "/v1/store").object()
            #expect(store == status.store)
            #expect(try await ask("POST", "/v1/store/check").object() == StoreCheck(findings: []))
            let document = try await ask("GET", "/v1/openapi.yaml")
            #expect(document.headers["content-type"] == "application/yaml")
            #expect(document.text.hasPrefix("openapi: 3.1.0\n"))
        }
    }

    @Test("events are listed, filtered, and removed")
    func events() async throws {
        try await TestServer.with { server in
            for number in 1...5 {
                await server.gateway.eventLog.record(number.isMultiple(of: 2) ? .error : .info, "\(number)")
            }
            for transport in [Transport.socket, .tcp] {
                let ask = server.asker(transport)
                func titles(_ query: String) async throws -> [String] {
                    try await ask("GET", "/v1/events" + query).object(EventList.self).events.map(\.title)
                        .filter { Int($0) != nil }
                }
                #expect(try await titles("") == ["1", "2", "3", "4", "5"])
                #expect(try await titles("?type=error") == ["2", "4"])
                #expect(try await titles("?type=error,info&limit=2") == ["4", "5"])
                #expect(try await titles("?type=error&type=info&limit=2&after=0").count == 2)
                #expect(try await titles("?type=regionEnter").isEmpty)
            }
            let ask = server.asker(.socket)
            let removed: EventsCleared = try await ask("DELETE", "/v1/events").object()
            #expect(removed.removed >= 5)
            #expect(try await ask("GET", "/v1/events").object() == EventList(events: []))
        }
    }

    // MARK: Mistakes

    private static let address = #""address":"c3:00:00:00:01:01""#

    private static let mistakes: [Mistake] = [
        Mistake("GET", "/v1/nothing", 404, "unknown-route", "/v1/nothing"),
        Mistake("GET", "/v2/status", 404, "unknown-route"),
        Mistake("GET", "/v1/status/", 404, "unknown-route"),
        Mistake("GET", "/v1//status", 404, "unknown-route"),
        Mistake("GET", "/v1/../etc/passwd", 404, "unknown-route"),
        Mistake("GET", "/v1/%2e%2e/etc/passwd", 404, "unknown-route"),
        Mistake("GET", "/v1/dongles/%00", 404, "unknown-dongle"),
        Mistake("GET", "/v1/dongles/%2Fdev%2Fnull", 404, "unknown-dongle", "/dev/null"),
        Mistake("GET", "/v1/dongles/x/info", 404, "unknown-dongle"),
        Mistake("DELETE", "/v1/dongles/x", 404, "unknown-dongle"),
        Mistake("POST", "/v1/status", 405, "wrong-method", "POST"),
        Mistake("DELETE", "/v1/dongles", 405, "wrong-method"),
        Mistake("PATCH", "/v1/dongles/x/alias", 405, "wrong-method"),
        Mistake("OPTIONS", "/v1/status", 405, "wrong-method"),
        Mistake("TRACE", "/v1/status", 405, "wrong-method"),
        Mistake("GET", "/v1/status?x=1", 400, "unknown-parameter", "x"),
        Mistake("GET", "/v1/events?limit=0", 400, "invalid-parameter", "1 to 1000"),
        Mistake("GET", "/v1/events?limit=1001", 400, "invalid-parameter", "limit"),
        Mistake("GET", "/v1/events?limit=ten", 400, "invalid-parameter", "limit"),
        Mistake("GET", "/v1/events?limit=1&limit=2", 400, "repeated-parameter", "limit"),
        Mistake("GET", "/v1/events?after=-1", 400, "invalid-parameter", "after"),
        Mistake("GET", "/v1/events?type=boom", 400, "invalid-parameter", "regionEnter"),
        Mistake("GET", "/v1/events?type=", 400, "invalid-parameter", "type"),
        Mistake("GET", "/v1/events/stream", headers: [("Last-Event-ID", "x")], 400, "invalid-header", "Last-Event-ID"),
        Mistake("GET", "/v1/events/stream", headers: [("Last-Event-ID", "-1")], 400, "invalid-header"),
        Mistake("GET", "/v1/events/stream", headers: [("Last-Event-ID", "9223372036854775808")], 400, "invalid-header"),
        Mistake("GET", "/v1/adverts?min_rssi=21", 400, "invalid-parameter", "-127 to 20"),
        Mistake("GET", "/v1/adverts?uuid=zz", 400, "invalid-parameter", "uuid"),
        Mistake("GET", "/v1/adverts?mode=fast", 400, "invalid-parameter", "active or passive"),
        Mistake("GET", "/v1/adverts?name=", 400, "invalid-parameter", "name"),
        Mistake("GET", "/v1/adverts?duration_ms=0", 400, "invalid-parameter", "duration_ms"),
        Mistake("GET", "/v1/adverts?dongle=x", 404, "unknown-dongle"),
        Mistake("GET", "/v1/adverts/capture", 400, "invalid-parameter", "duration_ms"),
        Mistake("GET", "/v1/adverts/capture?duration_ms=0", 400, "invalid-parameter", "1 to 600000"),
        Mistake("GET", "/v1/adverts/capture?duration_ms=600001", 400, "invalid-parameter", "1 to 600000"),
        Mistake("GET", "/v1/adverts/capture?duration_ms=1&min_rssi=21", 400, "invalid-parameter", "-127 to 20"),
        Mistake("GET", "/v1/adverts/capture?duration_ms=1&dongle=x", 404, "unknown-dongle"),
        Mistake("DELETE", "/v1/streams/s1", 404, "unknown-stream", "s1"),
        Mistake("POST", "/v1/dongles", json: "", 400, "malformed-json"),
        Mistake("POST", "/v1/dongles", json: "{", 400, "malformed-json", "end of file"),
        Mistake("POST", "/v1/dongles", json: "[]", 400, "invalid-value", "object"),
        Mistake("POST", "/v1/dongles", json: "{}", 400, "missing-key", "port"),
        Mistake("POST", "/v1/dongles", json: #"{"prot":"auto"}"#, 400, "unknown-key", "prot"),
        Mistake("POST", "/v1/dongles", json: #"{"port":7}"#, 400, "invalid-value", "port"),
        Mistake("POST", "/v1/dongles", json: #"{"port":"id:"}"#, 400, "invalid-value", "port"),
        Mistake("POST", "/v1/dongles", json: #"{"port":"/dev/none"}"#, 404, "port-not-found", "/dev/none"),
        Mistake("POST", "/v1/dongles", json: #"{"port":"usb:x"}"#, 400, "invalid-radio", "usb:x"),
        Mistake("POST", "/v1/dongles", json: #"{"port":"usb:0"}"#, 404, "no-radio-unit", "perch-radio@usb:0"),
        Mistake("POST", "/v1/dongles", json: nil, 415, "wrong-content-type"),
        Mistake(
            "POST", "/v1/dongles", json: "{}", headers: [("Content-Type", "text/plain")], 415, "wrong-content-type",
            "text/plain"),
        Mistake("POST", "/v1/dongles/x/identify", json: #"{"duration_ms":60001}"#, 400, "invalid-value", "0 to 60000"),
        Mistake("POST", "/v1/dongles/x/reboot", json: #"{"mode":"x"}"#, 400, "invalid-value", "mode"),
        Mistake("POST", "/v1/dongles/x/reboot", json: #"{"mode":"run"}"#, 404, "unknown-dongle"),
        Mistake("POST", "/v1/dongles/x/release", 404, "unknown-dongle"),
        Mistake("PUT", "/v1/dongles/x/alias", json: #"{"alias":"a b"}"#, 400, "invalid-alias", "a b"),
        Mistake("POST", "/v1/connections", json: #"{"address":"1"}"#, 400, "invalid-value", "address"),
        Mistake("POST", "/v1/connections", json: "{\(address),\"lease_ms\":1}", 400, "invalid-value", "lease_ms"),
        Mistake("POST", "/v1/connections", json: "{\(address)}", 503, "no-dongle"),
        Mistake("DELETE", "/v1/connections/c1", 404, "unknown-connection", "c1"),
        Mistake("GET", "/v1/connections/c1/services", 404, "unknown-connection"),
        Mistake("GET", "/v1/connections/c1/values/0", 400, "invalid-parameter", "1 to 65535"),
        Mistake("GET", "/v1/connections/c1/values/65536", 400, "invalid-parameter", "handle"),
        Mistake("GET", "/v1/connections/c1/values/x", 400, "invalid-parameter", "handle"),
        Mistake("GET", "/v1/connections/c1/values/3", 404, "unknown-connection"),
        Mistake("PUT", "/v1/connections/c1/values/3", json: #"{"hex":"0"}"#, 400, "invalid-value", "hex"),
        Mistake("POST", "/v1/connections/c1/mtu", json: #"{"mtu":22}"#, 400, "invalid-value", "23 to 517"),
        Mistake("GET", "/v1/connections/c1/notifications", 400, "invalid-parameter", "handle"),
        Mistake("GET", "/v1/connections/c1/notifications?handle=3", 404, "unknown-connection"),
    ]

    @Test("whatever is wrong is named in a problem, the same by every way", arguments: Transport.allCases)
    func mistakes(_ transport: Transport) async throws {
        try await transport.with { ask in
            for mistake in APITests.mistakes { try await mistake.check(ask) }
        }
    }

    /// Mistakes that clients correct before they send a request.
    private static let rawMistakes = [
        Mistake("GET", "/v1/%zz", 400, "malformed-path"), Mistake("GET", "/v1/%ff", 400, "malformed-path"),
        Mistake("GET", "/v1/%", 400, "malformed-path"), Mistake("GET", "/v1/dongles/%c3", 400, "malformed-path"),
        Mistake("DELETE", "/v1/streams/%4", 400, "malformed-path"),
        Mistake("GET", "/v1/events?%zz=1", 400, "malformed-path"),
        Mistake("GET", "/v1/events?type=%ff", 400, "malformed-path"),
        Mistake("GET", "/v1/status?%zz=1", 400, "malformed-path"),
    ]

    @Test("what is not percent-encoded is told of, the same by every way", arguments: Transport.allCases)
    func rawMistakes(_ transport: Transport) async throws {
        // The parser for sockets accepts only the known methods.
        let brew: (Int, String) = transport == .memory ? (405, "wrong-method") : (400, "malformed-request")
        let mistakes = APITests.rawMistakes + [Mistake("BREW", "/v1/status", brew.0, brew.1)]
        try await transport.withRaw { ask in
            for mistake in mistakes {
                let answer = try await ask(mistake.method, mistake.target)
                let problem = try? answer.object(Problem.self)
                #expect(answer.status == mistake.status, "\(mistake.testDescription): \(answer.text)")
                #expect(answer.headers["content-type"] == Problem.mediaType, "\(mistake.testDescription)")
                #expect(problem?.code == mistake.code && problem?.status == mistake.status, "\(answer.text)")
            }
        }
    }

    @Test("HEAD is not answered, like any method that is not described")
    func head() async throws {
        try await TestServer.with(tcp: false) { server in
            let answer = try await server.asker(.socket)("HEAD", "/v1/status")
            #expect(answer.status == 405 && answer.headers["allow"] == "GET" && answer.body.isEmpty)
        }
    }

    @Test("no bytes in a target make the gateway fail or fall")
    func fuzz() async throws {
        try await TestServer.with(tcp: false) { server in
            var random = SplitMix64(seed: 7)
            let pieces = [
                "/", "v1", "dongles", "events", "%00", "%", "%zz", "%ff", "?", "&", "=", "#", "..", "*", "http://", ":",
                "@", "é", "[", "]", "\\", "\"", "<", "+", ";", ",", "{", "%2F", "adverts", "stream", "connections",
                String(repeating: "a", count: 300),
            ]
            let client = try RawClient(socket: server.addresses.socket)
            _ = client
            for _ in 0..<500 {
                let count = Int.random(in: 1...8, using: &random)
                let target = "/" + (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
                let client = try RawClient(socket: server.addresses.socket)
                try await client.send("DELETE \(target) HTTP/1.1\r\nHost: p\r\nConnection: close\r\n\r\n")
                let (text, isEnd) = try await client.read()
                let status = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
                #expect(isEnd && (200..<500).contains(status), "\(target): \(text)")
            }
        }
    }
}
