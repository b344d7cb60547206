import Testing

@testable import GatewayAPI

@Suite(.timeLimit(.minutes(1))) struct StrangerTests {
    private final class Thing {}

    @Test("whoever opens too many pushes out its own, the oldest first")
    func ofAddress() {
        var table = StrangerTable()
        let things = (0..<6).map { _ in Thing() }
        let ids = things.map(ObjectIdentifier.init)
        #expect(table.add(ids[0], of: "owner", atMost: 9, ofAddress: 2) == nil)
        for id in ids[1...2] { #expect(table.add(id, of: "crowd", atMost: 9, ofAddress: 2) == nil) }
        #expect(table.add(ids[3], of: "crowd", atMost: 9, ofAddress: 2) == ids[1])
        #expect(table.add(ids[4], of: "crowd", atMost: 9, ofAddress: 2) == ids[2])
        table.remove(ids[3])
        #expect(table.add(ids[5], of: "crowd", atMost: 9, ofAddress: 2) == nil)
        #expect(table.has(ids[0]) && table.count == 3)
    }

    @Test("where there are too many in all, the address that has most gives way; where none has, the oldest does")
    func inAll() {
        var table = StrangerTable()
        let things = (0..<7).map { _ in Thing() }
        let ids = things.map(ObjectIdentifier.init)
        #expect(table.add(ids[0], of: "owner", atMost: 3, ofAddress: 9) == nil)
        for id in ids[1...2] { #expect(table.add(id, of: "crowd", atMost: 3, ofAddress: 9) == nil) }
        #expect(table.add(ids[3], of: "other", atMost: 3, ofAddress: 9) == ids[1])
        #expect(table.add(ids[4], of: "another", atMost: 3, ofAddress: 9) == ids[0])
        #expect(table.count == 3)
    }

    private static let request = "GET /v1/status HTTP/1.1\r\nHost: 127.0.0.1\r\n"
    private static let owned = request + "Authorization: Bearer \(TestServer.token)\r\n\r\n"

    private static func status(_ client: RawClient, _ request: String) async throws -> String {
        try await client.send(request)
        return String(try await client.read { $0.contains("\r\n\r\n") }.text.dropFirst(9).prefix(3))
    }

    @Test("a crowd of silent connections costs the owner of the token nothing")
    func crowd() async throws {
        try await TestServer.with {
            ($0.limits.strangers, $0.limits.strangersOfAddress) = (8, 8)
        } _: { server in
            let owner = try await RawClient(port: server.port)
            #expect(try await Self.status(owner, Self.owned) == "200")
            var crowd: [RawClient] = []
            for _ in 0..<50 { crowd.append(try await RawClient(port: server.port)) }
            // The first ones have been closed, those that came last are there.
            #expect(try await crowd[0].read().isEnd)
            #expect(try await Self.status(crowd[49], Self.owned) == "200")
            // What was let in before was pushed out by nobody.
            #expect(try await Self.status(owner, Self.owned) == "200")
        }
    }

    @Test("who does not show a token in time is cut off, whatever is asked meanwhile; who has shown one is not")
    func time() async throws {
        try await TestServer.with {
            $0.limits.strangerTime = .milliseconds(400)
        } _: { server in
            let silent = try await RawClient(port: server.port)
            let asking = try await RawClient(port: server.port)
            let owner = try await RawClient(port: server.port)
            #expect(try await Self.status(owner, Self.owned) == "200")
            #expect(try await Self.status(asking, Self.request + "\r\n") == "401")
            #expect(try await silent.read().isEnd)
            #expect(try await asking.read().isEnd)
            #expect(try await Self.status(owner, Self.owned) == "200")
        }
    }

    @Test("where there is no room for more that are known, the next one is told so")
    func full() async throws {
        try await TestServer.with {
            $0.limits.connections = 1
        } _: { server in
            let first = try await RawClient(port: server.port)
            #expect(try await Self.status(first, Self.owned) == "200")
            #expect(try await Self.status(first, Self.owned) == "200")
            let second = try await RawClient(port: server.port)
            #expect(try await Self.status(second, Self.owned) == "503")
        }
    }
}
