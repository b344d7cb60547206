import Advertising
import GatewayModel
import TestSupport
import Testing

@testable import GatewayAPI

@Suite struct RegionRouteTests {
    static let uuid = "5E1F7A10-3C2B-4D9E-8A77-0B6C1D2E3F40"

    @Test("a region is added, listed, found and removed", arguments: Transport.allCases)
    func life(_ transport: Transport) async throws {
        try await transport.with { ask in
            #expect(try await ask("GET", "/v1/regions").object() == RegionList(regions: []))
            let body = #"{"name":"tables","uuid":"5e1f7a103c2b4d9e8a770b6c1d2e3f40"}"#
            let added = try await ask("POST", "/v1/regions", json: body)
            #expect(added.status == 200, "\(added.text)")
            let tables: RegionDescription = try added.object()
            // Every member that was left out has its default.
            #expect(
                tables.definition
                    == RegionDefinition(
                        name: "tables", uuid: ProximityUUID(stringLiteral: Self.uuid), enterSightings: 1,
                        enterWithinMs: 10_000, exitAfterMs: 30_000))
            #expect(tables.state == .unknown && tables.lastDetermined == nil && tables.beacons == 0)
            #expect(tables.covers.isEmpty && tables.coveredBy.isEmpty)
            let one = #"""
                {"name":"A-1_b.c","uuid":"\#(Self.uuid)","major":65535,"minor":0,"enter_sightings":3,
                 "enter_within_ms":100,"exit_after_ms":86400000,"min_rssi":-127}
                """#
            let inner: RegionDescription = try await ask("POST", "/v1/regions", json: one).object()
            #expect(
                inner.definition
                    == RegionDefinition(
                        name: "A-1_b.c", uuid: ProximityUUID(stringLiteral: Self.uuid), major: 65_535, minor: 0,
                        enterSightings: 3,
                        enterWithinMs: 100, exitAfterMs: 86_400_000, minimumRSSI: -127))
            #expect(inner.coveredBy == ["tables"] && inner.covers.isEmpty)
            let list: RegionList = try await ask("GET", "/v1/regions").object()
            #expect(list.regions.map(\.definition.name) == ["A-1_b.c", "tables"])
            #expect(try await ask("GET", "/v1/regions/tables").object(RegionDescription.self).covers == ["A-1_b.c"])

            let again = try await ask("POST", "/v1/regions", json: body)
            #expect(try again.status == 409 && again.object(Problem.self).code == "region-taken")
            let removed = try await ask("DELETE", "/v1/regions/tables")
            #expect(removed.status == 204 && removed.body.isEmpty)
            for method in ["GET", "DELETE"] {
                let problem: Problem = try await ask(method, "/v1/regions/tables").object()
                #expect(problem.status == 404 && problem.code == "unknown-region")
                #expect(problem.detail.contains("tables") && problem.hint.contains("A-1_b.c"))
            }
            // The name can be used again.
            #expect(try await ask("POST", "/v1/regions", json: body).status == 200)
        }
    }

    private static func body(_ fields: String, name: String = "a", uuid: String = RegionRouteTests.uuid) -> String {
        #"{"name":"\#(name)","uuid":"\#(uuid)"\#(fields)}"#
    }

    private static let mistakes: [Mistake] = [
        Mistake("POST", "/v1/regions", json: body("", uuid: "Table 7"), 400, "invalid-uuid", "\"Table 7\""),
        Mistake(
            "POST", "/v1/regions", json: body("", uuid: String(uuid.dropLast())), 400, "invalid-uuid",
            "Invalid beacon UUID format: \"\(uuid.dropLast())\"."),
        Mistake("POST", "/v1/regions", json: body("", uuid: ""), 400, "invalid-uuid", "\"\""),
        Mistake("POST", "/v1/regions", json: body("", uuid: "\\u001b[2J"), 400, "invalid-uuid"),
        Mistake("POST", "/v1/regions", json: body("", name: ""), 400, "invalid-region-name"),
        Mistake("POST", "/v1/regions", json: body("", name: "Küche"), 400, "invalid-region-name", "Küche"),
        Mistake("POST", "/v1/regions", json: body("", name: "a/b"), 400, "invalid-region-name", "a/b"),
        Mistake(
            "POST", "/v1/regions", json: body("", name: String(repeating: "n", count: 65)), 400, "invalid-region-name"),
        Mistake("POST", "/v1/regions", json: #"{"name":"a"}"#, 400, "missing-key", "uuid"),
        Mistake("POST", "/v1/regions", json: body(#","extra":1"#), 400, "unknown-key", "extra"),
        Mistake("POST", "/v1/regions", json: body(#","major":65536"#), 400, "invalid-value", "0 to 65535"),
        Mistake("POST", "/v1/regions", json: body(#","major":-1"#), 400, "invalid-value", "major"),
        Mistake("POST", "/v1/regions", json: body(#","minor":1"#), 400, "invalid-value", "no major"),
        Mistake("POST", "/v1/regions", json: body(#","enter_sightings":0"#), 400, "invalid-value", "1 to 1000"),
        Mistake("POST", "/v1/regions", json: body(#","enter_within_ms":99"#), 400, "invalid-value", "100 to 3600000"),
        Mistake("POST", "/v1/regions", json: body(#","exit_after_ms":999"#), 400, "invalid-value", "1000 to 86400000"),
        Mistake("POST", "/v1/regions", json: body(#","min_rssi":21"#), 400, "invalid-value", "-127 to 20"),
        Mistake("PUT", "/v1/regions", json: body(""), 405, "wrong-method"),
        Mistake("GET", "/v1/regions?limit=1", 400, "unknown-parameter", "limit"),
        Mistake("GET", "/v1/ranging?region=a", 404, "unknown-region", "no region a"),
        Mistake("GET", "/v1/ranging?uuid=Table%207", 400, "invalid-parameter", "uuid"),
        Mistake("GET", "/v1/ranging?major=65536", 400, "invalid-parameter", "0 to 65535"),
        Mistake("GET", "/v1/ranging?minor=x", 400, "invalid-parameter", "minor"),
        Mistake("GET", "/v1/ranging?ticks=maybe", 400, "invalid-parameter", "yes or no"),
    ]

    @Test("what cannot be a region is told with what was given", arguments: Transport.allCases)
    func mistakes(_ transport: Transport) async throws {
        try await transport.with { ask in
            for mistake in Self.mistakes { try await mistake.check(ask) }
            #expect(try await ask("GET", "/v1/regions").object() == RegionList(regions: []))
        }
    }
}
