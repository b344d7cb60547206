import DevBackend
import Foundation
import Gateway
import GatewayModel
import Payfrit
import Store
import Testing

@testable import GatewayAPI

@Suite(.timeLimit(.minutes(2))) struct PayfritRefusalTests {
    @Test(
        "a failure of the backend is told by its status and code",
        arguments: [
            (Fault(.status), 502, "payfrit-failed", "HTTP 500"),
            (Fault(.html), 502, "payfrit-not-json", "Decoding error: Non-JSON response"),
            (Fault(.cut), 502, "payfrit-unreachable", "Network error"),
            (Fault(.refuse, error: "Not on a Sunday."), 409, "payfrit-refused", "Not on a Sunday."),
            (Fault(.status, status: 429), 502, "payfrit-failed", "HTTP 429"),
        ])
    func failures(_ fault: Fault, _ status: Int, _ code: String, _ words: String) async throws {
        try await PayfritServer.with { server in
            try await server.backend.add(fault)
            let answer = try await server.ask("POST", "/v1/payfrit/otp", json: #"{"phone":"+15550100"}"#)
            let problem: Problem = try answer.object()
            #expect(answer.status == status && problem.code == code, "\(answer.text)")
            #expect(problem.detail.hasPrefix(words) && !problem.hint.isEmpty)
        }
    }

    @Test("what came of a request that only looks is never unknown")
    func onlyLooking() async throws {
        try await PayfritServer.loggedIn { server in
            try await server.backend.add(Fault(.status, times: 20))
            let looked: Problem = try await server.ask("GET", "/v1/payfrit/beacons").object()
            #expect(looked.code == "payfrit-failed" && looked.outcome == nil)
            let sent: Problem = try await server.ask("POST", "/v1/payfrit/otp", json: #"{"phone":"+15550100"}"#)
                .object()
            #expect(sent.code == "payfrit-failed" && sent.outcome == .unknown)
        }
    }

    @Test("a token that the backend refuses is deleted, and the answer says so")
    func expired() async throws {
        try await PayfritServer.loggedIn { server in
            try await server.backend.add(Fault(.expireToken))
            try await Mistake("GET", "/v1/payfrit/beacons", 403, "logged-out", "perch payfrit login").check(server.ask)
            let status: PayfritStatus = try await server.ask("GET", "/v1/payfrit/status").object()
            #expect(status.user == nil && status.lastError?.code == "logged-out")
            try await Mistake("GET", "/v1/payfrit/beacons", 403, "not-logged-in", "payfrit login").check(server.ask)
            #expect(try await server.ask("GET", "/v1/events").text.contains("Logged out of Payfrit"))
        }
    }

    private static let uuid = "6B1D0C5E-7A43-4F20-9C11-0000000000AA"
    private static let long = String(repeating: "x", count: 101)
    /// One character to a reader, but many code points.
    private static let marks = "e" + String(repeating: "\u{301}", count: 100)

    private static let mistakes: [Mistake] = [
        Mistake("POST", "/v1/payfrit/otp", json: "{}", 400, "missing-key", "phone"),
        Mistake("POST", "/v1/payfrit/otp", json: #"{"phone":"call me"}"#, 400, "invalid-value", "phone"),
        Mistake("POST", "/v1/payfrit/login", json: "{}", 400, "incomplete-login"),
        Mistake("POST", "/v1/payfrit/login", json: #"{"phone":"1234"}"#, 400, "incomplete-login"),
        Mistake("POST", "/v1/payfrit/login", json: #"{"phone":"1234","otp":""}"#, 400, "invalid-value", "otp"),
        Mistake("POST", "/v1/payfrit/login", json: #"{"phone":"1","token":"x"}"#, 400, "unknown-key", "token"),
        Mistake("GET", "/v1/payfrit/login", 405, "wrong-method"),
        Mistake("PUT", "/v1/payfrit/business", json: #"{"business":""}"#, 400, "invalid-value", "business"),
        Mistake("PUT", "/v1/payfrit/business", json: #"{"business":"Sued"}"#, 404, "unknown-business", "Nordwind"),
        Mistake("PUT", "/v1/payfrit/business", json: #"{"business":"Linden"}"#, 409, "several-businesses"),
        Mistake("GET", "/v1/payfrit/lookup", 400, "invalid-parameter", "uuid"),
        Mistake("GET", "/v1/payfrit/lookup?uuid=x", 400, "invalid-parameter", "uuid"),
        Mistake("GET", "/v1/payfrit/lookup?mac=\(uuid)", 400, "invalid-parameter", "mac"),
        Mistake("GET", "/v1/payfrit/lookup?uuid=\(uuid)&mac=c2:00:00:00:00:01", 400, "invalid-parameter"),
        Mistake("GET", "/v1/payfrit/resolve?uuid=\(uuid)", 400, "invalid-parameter", "major"),
        Mistake("GET", "/v1/payfrit/resolve?uuid=\(uuid)&major=65536", 400, "invalid-parameter", "major"),
        Mistake("POST", "/v1/payfrit/badges", json: #"{"identities":[]}"#, 400, "invalid-value", "identities"),
        Mistake("POST", "/v1/payfrit/badges", json: #"{"identities":["\#(uuid)"]}"#, 400, "invalid-value", "[0]"),
        Mistake("POST", "/v1/payfrit/service-points", json: "{}", 400, "invalid-value", "name"),
        Mistake("POST", "/v1/payfrit/service-points", json: #"{"name":"  "}"#, 400, "invalid-value", "name"),
        Mistake("POST", "/v1/payfrit/service-points", json: #"{"name":"\#(long)"}"#, 400, "invalid-value", "name"),
        Mistake("POST", "/v1/payfrit/service-points", json: #"{"name":"\#(marks)"}"#, 400, "invalid-value", "name"),
        Mistake(
            "PATCH", "/v1/payfrit/service-points/1", json: #"{"sort_order":-1}"#, 400, "invalid-value", "sort_order"),
        Mistake("PATCH", "/v1/payfrit/service-points/1", json: #"{"type":0}"#, 400, "invalid-value", "type"),
        Mistake("PATCH", "/v1/payfrit/service-points/1", json: #"{"code":"\#(long)"}"#, 400, "invalid-value", "code"),
        Mistake("PATCH", "/v1/payfrit/service-points/x", json: "{}", 400, "invalid-parameter", "point"),
        Mistake("PATCH", "/v1/payfrit/service-points/77", json: #"{"name":"x"}"#, 409, "payfrit-refused"),
        Mistake("PUT", "/v1/payfrit/service-points/1/beacon", json: "{}", 400, "missing-key", "beacon"),
        Mistake(
            "PUT", "/v1/payfrit/service-points/1/beacon", json: #"{"beacon":null}"#, 400, "invalid-value", "beacon"),
        Mistake("PUT", "/v1/payfrit/service-points/1/beacon", json: #"{"beacon":77}"#, 409, "payfrit-refused"),
        Mistake("GET", "/v1/payfrit/service-point-types", 409, "payfrit-not-in-this-api"),
        Mistake("POST", "/v1/payfrit/beacons", json: #"{"name":"x"}"#, 400, "invalid-value", "uuid"),
        Mistake("POST", "/v1/payfrit/beacons", json: #"{"name":"x","uuid":"y"}"#, 400, "invalid-uuid", "\"y\""),
        Mistake("GET", "/v1/payfrit/beacons/77", 404, "unknown-payfrit-beacon", "77"),
        Mistake("GET", "/v1/payfrit/beacons/2147483648", 400, "invalid-parameter", "beacon"),
        Mistake("POST", "/v1/payfrit/tables", json: #"{"name":"a","after":"b"}"#, 400, "many-places"),
        Mistake("POST", "/v1/payfrit/tables", json: #"{"service_point":77}"#, 404, "unknown-service-point"),
        Mistake("POST", "/v1/payfrit/tables", json: #"{"after":"Garden"}"#, 409, "no-next-name"),
        Mistake("GET", "/v1/payfrit/tables?state=lost", 400, "invalid-parameter", "planned"),
        Mistake("GET", "/v1/payfrit/tables?limit=1001", 400, "invalid-parameter", "1000"),
        Mistake("GET", "/v1/payfrit/tables/7", 404, "unknown-table"),
        Mistake("DELETE", "/v1/payfrit/tables/7", 404, "unknown-table"),
        Mistake("POST", "/v1/payfrit/tables/7/register", json: "{}", 404, "unknown-table"),
        Mistake("POST", "/v1/payfrit/tables/7/provision", json: "{}", 400, "missing-key", "address"),
        Mistake(
            "POST", "/v1/payfrit/tables/7/provision", json: #"{"address":"c2:00:00:00:00:01"}"#, 404, "unknown-table"),
        Mistake(
            "POST", "/v1/payfrit/tables/7/provision", json: #"{"address":"c2:00:00:00:00:01","search_ms":1}"#, 400,
            "invalid-value",
            "search_ms"),
        Mistake("POST", "/v1/payfrit/tables/7/provision", json: #"{"address":"x"}"#, 400, "invalid-value", "aa:bb:cc"),
        Mistake("PATCH", "/v1/payfrit/queue/7", json: #"{"name":"x"}"#, 404, "unknown-registration"),
        Mistake("PATCH", "/v1/payfrit/queue/0", json: "{}", 400, "invalid-parameter", "entry"),
        Mistake("GET", "/v1/payfrit", 404, "unknown-route"),
    ]

    @Test("what cannot be is refused with its status and code", arguments: [Transport.socket, .tcp])
    func mistakes(_ transport: Transport) async throws {
        try await PayfritServer.loggedIn(transport) { server in
            for mistake in Self.mistakes { try await mistake.check(server.ask) }
        }
    }

    @Test("nothing of a business is told before one is chosen, and nothing of a user before a login")
    func order() async throws {
        let targets = ["service-points", "beacons", "beacons/1"]
        try await PayfritServer.with { server in
            for target in targets + ["businesses", "resolve?uuid=\(Self.uuid)&major=1"] {
                try await Mistake("GET", "/v1/payfrit/" + target, 403, "not-logged-in").check(server.ask)
            }
            _ = try await server.ask("POST", "/v1/payfrit/login", json: PayfritServer.phone)
            for target in targets {
                try await Mistake("GET", "/v1/payfrit/" + target, 409, "no-business").check(server.ask)
            }
            try await Mistake("POST", "/v1/payfrit/tables", json: "{}", 409, "no-business").check(server.ask)
        }
    }

    @Test(
        "every error has the status that its cause asks for",
        arguments: [
            (PayfritServiceError.notLoggedIn, 403), (PayfritServiceError.loggedOut, 403),
            (PayfritServiceError.incompleteLogin, 400), (PayfritServiceError.badSessionFile(path: "/f"), 500),
            (PayfritServiceError.openSessionFile(path: "/f", mode: 0o644), 500),
            (PayfritServiceError.cannotUseSessionFile(path: "/f", errno: 13), 500),
            (PayfritServiceError.noBusiness, 409), (PayfritServiceError.unknownBusiness("a", known: []), 404),
            (PayfritServiceError.ambiguousBusiness("a", matches: []), 409),
            (PayfritServiceError.unknownServicePoint(1), 404),
            (PayfritServiceError.ambiguousServicePoint("a", [1, 2]), 409), (PayfritServiceError.manyPlaces, 400),
            (PayfritServiceError.noNextName(after: "a"), 409), (PayfritServiceError.unknownTable(1), 404),
            (PayfritServiceError.wrongState(table: 1, state: "queued", wish: "provisioned"), 409),
            (PayfritServiceError.notProvisioned(table: 1), 409),
            (PayfritServiceError.unverified(table: 1, reason: nil), 409),
            (PayfritServiceError.unknownRegistration(1), 404), (PayfritServiceError.registrationUnderWay(1), 409),
            (PayfritServiceError.badValue("a", of: "b", expected: "c"), 400),
            (PayfritError.unreachable("a"), 502), (PayfritError.interrupted("a"), 502),
            (PayfritError.timedOut(.seconds(15)), 504), (PayfritError.untrusted("a"), 502),
            (PayfritError.unauthorized, 403), (PayfritError.http(500), 502), (PayfritError.http(404), 502),
            (PayfritError.notJSON, 502), (PayfritError.refused("a"), 409), (PayfritError.unknownBeacon(1), 404),
            (PayfritError.malformed("a"), 502),
            (PayfritError.tooLarge(limit: 1), 502), (PayfritError.notInThisAPI(.login, .php), 409),
            (PayfritError.badSetting("a"), 500), (PayfritError.cancelled, 503),
            (StoreError.tooManyRegistrations(limit: 1), 503), (StoreError.tooManyTables(limit: 1), 503),
            (StoreError.servicePointTaken(table: 1), 409),
        ] as [(any Error, Int)])
    func statuses(_ error: any Error, _ status: Int) {
        let problem = Problem(error)
        #expect(problem.status == status)
        #expect(problem.title != "Internal Server Error" || status == 500)
    }
}
