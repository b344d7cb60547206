import Foundation
import Gateway
import GatewayModel
import Testing

@testable import GatewayAPI

@Suite struct StreamTests {
    /// A line of any stream.
    private struct Line: Decodable {
        let type: String
        let stream: String?
        let received: UInt64?
        let filtered: UInt64?
        let reason: String?
        let name: String?
        let simulated: Bool?
        let dongles: [String]?
        let id: Int64?
        let title: String?
    }

    private func lines(_ text: String) throws -> [Line] {
        // The lines of the chunks' framing are passed over.
        try text.split { $0 == "\n" || $0 == "\r\n" }.filter { $0.hasPrefix("{\"v\":1,\"ts\":\"") }
            .map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
    }

    private func get(_ target: String, _ server: TestServer, accept: String? = nil) async throws -> RawClient {
        let client = try RawClient(socket: server.addresses.socket)
        let field = accept.map { "Accept: \($0)\r\n" } ?? ""
        try await client.send("GET \(target) HTTP/1.1\r\nHost: p\r\n\(field)\r\n")
        return client
    }

    private func readers(_ server: TestServer) async -> Int { await server.gateway.status().queues.advertReaders }

    @Test("a stream begins at once, and says in silence that the gateway lives")
    func startAndIdle() async throws {
        try await TestServer.with(tcp: false) {
            $0.limits.silence = .milliseconds(50)
        } _: { server in
            for target in ["/v1/adverts", "/v1/events/stream"] {
                let client = try await get(target, server)
                let (text, _) = try await client.read { $0.components(separatedBy: "\"idle\"").count > 3 }
                #expect(text.contains("Content-Type: application/x-ndjson"))
                let found = try lines(text)
                #expect(found.first?.type == "start" && found.first?.simulated == false)
                #expect(found.filter { $0.type == "idle" }.count >= 3)
            }
        }
    }

    @Test("server-sent events have names and ids, and a reader goes on where it was")
    func serverSentEvents() async throws {
        try await TestServer.with(tcp: false) {
            $0.limits.silence = .milliseconds(50)
        } _: { server in
            await server.gateway.record(.info, "first")
            let newest = try #require(await server.gateway.record(.info, "second").id)
            let client = try await get("/v1/events/stream?after=0&type=info", server, accept: "text/event-stream")
            let (text, _) = try await client.read { $0.contains("\"second\"") && $0.contains(": idle") }
            #expect(text.contains("Content-Type: text/event-stream"))
            #expect(text.contains("event: start\ndata: {\"v\":1,"))
            #expect(text.contains("event: event\nid: \(newest)\ndata: {\"v\":1,"))
            let again = try RawClient(socket: server.addresses.socket)
            try await again.send(
                "GET /v1/events/stream?after=0 HTTP/1.1\r\nHost: p\r\nLast-Event-ID: \(newest)\r\n\r\n")
            let begun = try await again.read { $0.contains("\"start\"") }.text
            await server.gateway.record(.info, "third")
            let rest = try await again.read { $0.contains("\"third\"") }.text
            // The field goes before the query, which a browser sends once more as it was.
            #expect(!(begun + rest).contains("\"second\""))
        }
    }

    @Test("a simulated dongle's adverts come with its id, and the end is counted", arguments: [Transport.socket, .tcp])
    func adverts(_ transport: Transport) async throws {
        let dongle = try simulatedDongle()
        defer { dongle.stop() }
        try await TestServer.with { server in
            let ask = server.asker(transport)
            let adopted: DongleStatus = try await ask("POST", "/v1/dongles", json: "{\"port\":\"\(dongle.path)\"}")
                .object()
            let id = try #require(adopted.id)
            #expect(adopted.simulated)
            let text = try await ask("GET", "/v1/adverts?duration_ms=1500").text
            let found = try lines(text)
            #expect(found.first?.type == "start" && found.first?.dongles == [id] && found.first?.simulated == true)
            let end = try #require(found.last)
            #expect(end.type == "end" && end.reason == "duration")
            let adverts = found.filter { $0.type == "advert" }
            #expect(!adverts.isEmpty && UInt64(adverts.count) == end.received)
            #expect(adverts.allSatisfy { $0.simulated == true })
            let filtered = try lines(try await ask("GET", "/v1/adverts?duration_ms=1500&name=flock").text)
            #expect(
                filtered.filter { $0.type == "advert" }.allSatisfy { $0.name?.lowercased().contains("flock") == true })
            let last = try #require(filtered.last)
            let passed = UInt64(filtered.count { $0.type == "advert" })
            #expect(last.received == passed + (last.filtered ?? 0) && (last.filtered ?? 0) > 0)
        }
    }

    @Test("a stream can be ended in order by its name")
    func endedByName() async throws {
        try await TestServer.with(tcp: false) { server in
            let client = try await get("/v1/adverts", server)
            let (text, _) = try await client.read { $0.contains("\"start\"") && $0.hasSuffix("\r\n") }
            let name = try #require(try lines(text).first?.stream)
            let ask = server.asker(.socket)
            #expect(try await ask("DELETE", "/v1/streams/\(name)").status == 204)
            let rest = try await client.read { $0.hasSuffix("0\r\n\r\n") }.text
            let end = try #require(try lines(rest).last)
            #expect(end.type == "end" && end.reason == "asked")
            try await eventually("it is gone") { try await ask("DELETE", "/v1/streams/\(name)").status == 404 }
            // The connection is good for the next request.
            try await client.send("GET /healthz HTTP/1.1\r\nHost: p\r\n\r\n")
            #expect(try await client.read { $0.hasSuffix("}") }.text.hasPrefix("HTTP/1.1 200"))
        }
    }

    @Test(
        "a client that vanishes frees its place at once, though nothing is being sent",
        arguments: [Transport.socket, .tcp])
    func vanished(_ transport: Transport) async throws {
        try await TestServer.with { server in
            for isAbrupt in [true, false] {
                var client: RawClient? =
                    transport == .tcp
                    ? try await RawClient(port: server.port) : try RawClient(socket: server.addresses.socket)
                try await client?.send(
                    "GET /v1/adverts HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(TestServer.token)\r\n\r\n")
                _ = try await client?.read { $0.contains("\"start\"") }
                #expect(await readers(server) == 1)
                if isAbrupt { client?.vanish() } else { client = nil }
                await eventually("the place is free", within: .seconds(2)) { await readers(server) == 0 }
            }
        }
    }

    @Test("a reader that takes nothing is cut off")
    func stalled() async throws {
        let dongle = try simulatedDongle(replay: endless(200_000))
        defer { dongle.stop() }
        try await TestServer.with(tcp: false) {
            $0.limits.stallTime = .milliseconds(300)
        } _: { server in
            _ = try await server.gateway.adopt(.path(dongle.path), baud: nil)
            let client = try await get("/v1/adverts", server)
            await eventually("it reads") { await readers(server) == 1 }
            // It reads nothing from here on.
            await eventually("it is cut off") { await readers(server) == 0 }
            withExtendedLifetime(client) {}
        }
    }

    @Test("a hundred streams end in order within a second when the server stops", arguments: [false, true])
    func shutdown(_ isBusy: Bool) async throws {
        let dongle = isBusy ? try simulatedDongle() : nil
        defer { dongle?.stop() }
        try await TestServer.with { server in
            if let dongle { _ = try await server.gateway.adopt(.path(dongle.path), baud: nil) }
            var clients: [RawClient] = []
            for number in 0..<100 {
                let target = number.isMultiple(of: 2) ? "/v1/adverts" : "/v1/events/stream"
                clients.append(try await get(target, server))
            }
            for client in clients { _ = try await client.read { $0.contains("\"start\"") } }
            let began = ContinuousClock.now
            await server.shutDown()
            for (number, client) in clients.enumerated() {
                let (text, isEnd) = try await client.read(within: .seconds(5))
                #expect(isEnd)
                if number.isMultiple(of: 2) {
                    #expect(try lines(text).last?.type == "end" && lines(text).last?.reason == "stopping")
                }
                #expect(text.hasSuffix("0\r\n\r\n"))
            }
            #expect(.now - began < .seconds(1))
        }
    }

    @Test("a reader that takes nothing does not keep the server from stopping")
    func stalledShutdown() async throws {
        let dongle = try simulatedDongle(replay: endless(200_000))
        defer { dongle.stop() }
        let began = try await withStalledReader(dongle.path)
        #expect(.now - began < .milliseconds(1500))
    }

    /// Returns when the server was told to stop.
    private func withStalledReader(_ port: String) async throws -> ContinuousClock.Instant {
        let told = Told()
        try await TestServer.with(tcp: false) { server in
            _ = try await server.gateway.adopt(.path(port), baud: nil)
            let client = try await get("/v1/adverts", server)
            await eventually("it misses adverts") { await server.gateway.status().queues.advertsMissed > 0 }
            await told.now()
            await server.shutDown()
            withExtendedLifetime(client) {}
        }
        return await told.instant
    }

    private actor Told {
        private(set) var instant = ContinuousClock.now

        func now() { instant = .now }
    }

    @Test("more readers than there may be are told so")
    func tooMany() async throws {
        try await TestServer.with(tcp: false) { _ in
        } gateway: {
            $0.readerLimit = 2
        } _: { server in
            let readers = [try await get("/v1/adverts", server), try await get("/v1/adverts", server)]
            for reader in readers { _ = try await reader.read { $0.contains("\"start\"") } }
            let refused = try await server.asker(.socket)("GET", "/v1/adverts")
            #expect(refused.status == 503)
            #expect(try refused.object(Problem.self).code == "too-many")
        }
    }
}
