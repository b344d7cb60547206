import NIOCore
import Testing

@testable import GatewayAPI

@Suite(.timeLimit(.minutes(1))) struct StrangerTests {
    private final class Thing {}

    private static let start = NIODeadline.uptimeNanoseconds(10_000_000_000)

    @Test("a client that opens too many connections loses its own, the oldest first")
    func ofAddress() {
        var table = StrangerTable()
        let things = (0..<6).map { _ in Thing() }
        let ids = things.map(ObjectIdentifier.init)
        func add(_ id: ObjectIdentifier, of address: String) -> [ObjectIdentifier] {
            table.add(id, of: address, at: Self.start, within: .init(inAll: 9, ofAddress: 2, grace: .zero))
        }
        #expect(add(ids[0], of: "owner").isEmpty)
        for id in ids[1...2] { #expect(add(id, of: "crowd").isEmpty) }
        #expect(add(ids[3], of: "crowd") == [ids[1]])
        #expect(add(ids[4], of: "crowd") == [ids[2]])
        table.remove(ids[3])
        #expect(add(ids[5], of: "crowd").isEmpty)
        #expect(table.has(ids[0]) && table.count == 3)
    }

    @Test("where there are too many in all, the address that has most gives way; where none has, the oldest does")
    func inAll() {
        var table = StrangerTable()
        let things = (0..<7).map { _ in Thing() }
        let ids = things.map(ObjectIdentifier.init)
        func add(_ id: ObjectIdentifier, of address: String) -> [ObjectIdentifier] {
            table.add(id, of: address, at: Self.start, within: .init(inAll: 3, ofAddress: 9, grace: .zero))
        }
        #expect(add(ids[0], of: "owner").isEmpty)
        for id in ids[1...2] { #expect(add(id, of: "crowd").isEmpty) }
        #expect(add(ids[3], of: "other") == [ids[1]])
        #expect(add(ids[4], of: "another") == [ids[0]])
        #expect(table.count == 3)
    }

    @Test("one that has just come stays, up to twice as many in all; later there are as few again")
    func grace() {
        var table = StrangerTable()
        let things = (0..<12).map { _ in Thing() }
        let ids = things.map(ObjectIdentifier.init)
        func add(_ number: Int, after milliseconds: Int64) -> [ObjectIdentifier] {
            let limits = StrangerTable.Limits(inAll: 4, ofAddress: 2, grace: .milliseconds(500))
            return table.add(ids[number], of: "crowd", at: Self.start + .milliseconds(milliseconds), within: limits)
        }
        for number in 0..<8 { #expect(add(number, after: Int64(number)).isEmpty) }
        #expect(add(8, after: 499) == [ids[0]])
        #expect(add(9, after: 501) == [ids[1]])
        #expect(add(10, after: 900) == [ids[2], ids[3]])
        #expect(add(11, after: 901) == [ids[4], ids[5]])
        #expect(table.count == 6)
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
            ($0.limits.strangers, $0.limits.strangersOfAddress, $0.limits.strangerGrace) = (8, 8, .milliseconds(20))
        } _: { server in
            let owner = try await RawClient(port: server.port)
            #expect(try await Self.status(owner, Self.owned) == "200")
            var crowd: [RawClient] = []
            for _ in 0..<50 {
                crowd.append(try await RawClient(port: server.port))
                try await Task.sleep(for: .milliseconds(5))
            }
            // The first connections have been closed, the last ones are open.
            #expect(try await crowd[0].read().isEnd)
            #expect(try await Self.status(crowd[49], Self.owned) == "200")
            // Connections that are already authorized are not closed.
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
