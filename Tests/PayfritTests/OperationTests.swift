import Advertising
import Testing

@testable import Payfrit

@Suite(.timeLimit(.minutes(1))) struct OperationTests {
    @Test("an operation sends what its endpoint takes, and reads what it answers", arguments: OperationCase.all)
    func operation(_ each: OperationCase) async throws {
        try await ScriptedServer.with { _, _ in
            [ScriptedServer.json(each.answer)]
        } _: { server in
            let value = try await withClient(of: server, each.generation) { try await each.call($0) }
            #expect(value == each.expected)
            let request = try #require(server.requests.first)
            #expect(server.requests.count == 1)
            #expect(request.method == each.method)
            #expect(request.path == "/api" + each.path)
            #expect(request.headers["x-user-token"] == (each.hasToken ? "tok-4711-secret" : nil))
            #expect(request.headers["x-business-id"] == (each.hasToken ? "7" : nil))
            #expect(request.headers["idempotency-key"] == each.key)
            #expect(request.headers["content-type"] == (each.body == nil ? nil : "application/json"))
            #expect(request.headers["accept"] == "application/json")
            #expect(request.body == each.body ?? "")
        }
    }

    @Test("there is a case for every route of both generations")
    func whole() {
        for generation in APIGeneration.allCases {
            let tried = Set(OperationCase.all.filter { $0.generation == generation }.map(\.path))
            let routes = Set(PayfritOperation.allCases.compactMap { generation.route(of: $0)?.path })
            #expect(tried == routes)
        }
    }

    @Test(
        "a beacon that was saved is so with an answer that tells no more than that",
        arguments: [#"{"OK":true}"#, #"{"OK":true,"Beacon":{"UUID":"x"}}"#, #"{"OK":true,"Beacon":7}"#])
    func saved(_ answer: String) async throws {
        try await ScriptedServer.with { _, _ in
            [ScriptedServer.json(answer)]
        } _: { server in
            try await withClient(of: server) { client in
                let saved = try await client.updateBeacon(
                    31, BeaconChange(name: "Oak", uuid: Sample.uuid, isActive: true),
                    PayfritSession(token: "t", business: 7))
                #expect(saved == Beacon(id: 31, uuid: Sample.uuid, name: "Oak", business: 7))
            }
            #expect(server.requests.count == 1)
        }
    }

    @Test("a session without a business sends no business, and is enough to list them")
    func withoutBusiness() async throws {
        try await ScriptedServer.with { _, _ in
            [ScriptedServer.json(#"{"OK":true,"Businesses":[]}"#)]
        } _: { server in
            try await withClient(of: server) { client in
                let businesses = try await client.businesses(PayfritSession(token: "t"))
                #expect(businesses.isEmpty)
                let error = await payfritError { _ = try await client.beacons(PayfritSession(token: "t")) }
                #expect(error == .badSetting("No business is chosen"))
            }
            #expect(server.requests.count == 1)
            #expect(server.requests.first?.headers["x-business-id"] == nil)
        }
    }

    @Test(
        "what would not fit into a header is not sent",
        arguments: ["", "a b", "a\r\nx: y", "ü", String(repeating: "a", count: 5_000)])
    func headers(text: String) async throws {
        try await ScriptedServer.with { _, _ in
            [ScriptedServer.json(#"{"OK":true}"#)]
        } _: { server in
            try await withClient(of: server) { client in
                let byToken = await payfritError { _ = try await client.businesses(PayfritSession(token: text)) }
                #expect(byToken == .badSetting("The login's token has characters that cannot be sent"))
                let sighting = BroadcastSighting(identity: Sample.identity)
                let byKey = await payfritError { try await client.verifyBroadcast(sighting, key: text, someSession) }
                #expect(byKey == .badSetting("An idempotency key has 1 to 64 letters, digits, - and _"))
            }
            #expect(server.requests.isEmpty)
        }
    }

    @Test("one request after the other goes over one connection")
    func keepAlive() async throws {
        let body = #"{"OK":true}"#
        let answer = "HTTP/1.1 200 OK\r\ncontent-length: \(body.utf8.count)\r\n\r\n" + body
        try await ScriptedServer.with { _, _ in
            [.text(answer), .keepAlive]
        } _: { server in
            try await withClient(of: server) { client in
                for _ in 0..<20 { try await client.deleteBeacon(1, someSession) }
            }
            #expect(server.requests.count == 20)
            #expect(server.connections == 1)
        }
    }

    @Test("many UUIDs are looked up by hundreds, in order")
    func batches() async throws {
        let uuids = (0..<250).map { ProximityUUID(UInt128($0)) }
        try await ScriptedServer.with { _, count in
            [ScriptedServer.json(#"{"OK":true,"Beacons":[{"ID":\#(count),"UUID":"\#(uuids[0])","BusinessID":1}]}"#)]
        } _: { server in
            let found = try await withClient(of: server) { try await $0.lookup(uuids: uuids) }
            #expect(found.map(\.id) == [1, 2, 3])
            #expect(server.requests.map { $0.body.split(separator: ",").count } == [100, 100, 50])
            #expect(server.requests.last?.body.hasSuffix("\(uuids[249])\"]}") == true)
            let none = try await withClient(of: server) { try await $0.lookup(uuids: []) }
            #expect(none.isEmpty && server.requests.count == 3)
        }
    }

    @Test("where a beacon is saved as a whole, what is to stay is asked for first")
    func wholeBeacon() async throws {
        try await ScriptedServer.with { request, _ in
            request.path.hasSuffix("list.php")
                ? [ScriptedServer.json(#"{"OK":true,"Beacons":[\#(Sample.beaconJSON)]}"#)]
                : [ScriptedServer.json(#"{"OK":true,"Beacon":\#(Sample.beaconJSON)}"#)]
        } _: { server in
            _ = try await withClient(of: server) {
                try await $0.updateBeacon(31, BeaconChange(isActive: false), someSession)
            }
            #expect(server.requests.map(\.path) == ["/api/beacons/list.php", "/api/beacons/save.php"])
            let body = #"{"BusinessID":7,"ID":31,"Name":"Table 1","UUID":"\#(Sample.uuidText)","IsActive":false}"#
            #expect(server.requests.last?.body == body)
        }
    }

    @Test("one of a list that is not there is refused, in our own words")
    func notInList() async throws {
        try await ScriptedServer.with { _, _ in
            [ScriptedServer.json(#"{"OK":true,"Beacons":[],"Businesses":[]}"#)]
        } _: { server in
            let beacon = await payfritError {
                _ = try await withClient(of: server) { try await $0.beacon(99, someSession) }
            }
            #expect(beacon == .unknownBeacon(99))
            let business = await payfritError {
                _ = try await withClient(of: server, .cfm) { try await $0.business(99, someSession) }
            }
            #expect(business == .refused("You have no business 99"))
        }
    }

    @Test("the cfm generation takes no service point with a new beacon")
    func draftWithServicePoint() async throws {
        try await ScriptedServer.with { _, _ in
            []
        } _: { server in
            let draft = BeaconDraft(name: "a", uuid: Sample.uuid, servicePoint: 5)
            let error = await payfritError {
                _ = try await withClient(of: server, .cfm) { try await $0.createBeacon(draft, someSession) }
            }
            #expect(error == .badSetting("The cfm API assigns a beacon in a separate step"))
            #expect(server.requests.isEmpty)
        }
    }
}
