import TestSupport
import Foundation
import Gateway
import GatewayModel
import Testing

@testable import GatewayAPI

@Suite struct StreamTests {
    private func readers(_ server: TestServer) async -> Int { await server.gateway.status().queues.advertReaders }

    @Test("a stream begins at once, and says in silence that the gateway lives")
    func startAndIdle() async throws {
        try await TestServer.with(tcp: false) {
            $0.limits.silence = .milliseconds(50)
        } _: { server in
            for target in ["/v1/adverts", "/v1/events/stream"] {
                let client = try await RawClient.get(target, server)
                let (text, _) = try await client.read { $0.components(separatedBy: "\"idle\"").count > 3 }
                #expect(text.contains("Content-Type: application/x-ndjson"))
                let found = try StreamLine.all(in: text)
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
            await server.gateway.eventLog.record(.info, "first")
            let newest = try #require(await server.gateway.eventLog.record(.info, "second").id)
            let client = try await RawClient.get(
                "/v1/events/stream?after=0&type=info", server, accept: "text/event-stream")
            let (text, _) = try await client.read { $0.contains("\"second\"") && $0.contains(": idle") }
            #expect(text.contains("Content-Type: text/event-stream"))
            #expect(text.contains("event: start\ndata: {\"v\":1,"))
            #expect(text.contains("event: event\nid: \(newest)\ndata: {\"v\":1,"))
            let again = try RawClient(socket: server.addresses.socket)
            try await again.send(
                "GET /v1/events/stream?after=0 HTTP/1.1\r\nHost: p\r\nLast-Event-ID: \(newest)\r\n\r\n")
            let begun = try await again.read { $0.contains("\"start\"") }.text
            await server.gateway.eventLog.record(.info, "third")
            let rest = try await again.read { $0.contains("\"third\"") }.text
            // The header field takes precedence over the query, which a browser repeats unchanged.
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
            let found = try StreamLine.all(in: text)
            #expect(found.first?.type == "start" && found.first?.dongles == [id] && found.first?.simulated == true)
            let end = try #require(found.last)
            #expect(end.type == "end" && end.reason == "duration")
            let adverts = found.filter { $0.type == "advert" }
            #expect(!adverts.isEmpty && UInt64(adverts.count) == end.received)
            #expect(adverts.allSatisfy { $0.simulated == true })
            let filtered = try StreamLine.all(in: try await ask("GET", "/v1/adverts?duration_ms=1500&name=flock").text)
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
            let client = try await RawClient.get("/v1/adverts", server)
            let (text, _) = try await client.read { $0.contains("\"start\"") && $0.hasSuffix("\r\n") }
            let name = try #require(try StreamLine.all(in: text).first?.stream)
            let ask = server.asker(.socket)
            #expect(try await ask("DELETE", "/v1/streams/\(name)").status == 204)
            let rest = try await client.read { $0.hasSuffix("0\r\n\r\n") }.text
            let end = try #require(try StreamLine.all(in: rest).last)
            #expect(end.type == "end" && end.reason == "asked")
            try await eventually("it is gone") { try await ask("DELETE", "/v1/streams/\(name)").status == 404 }
            // The connection can be used for the next request.
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
        let dongle = try simulatedDongle(replay: .flood(200_000))
        defer { dongle.stop() }
        try await TestServer.with(tcp: false) {
            $0.limits.stallTime = .milliseconds(300)
        } _: { server in
            _ = try await server.gateway.dongles.adopt(.path(dongle.path), baud: nil)
            let client = try await RawClient.get("/v1/adverts", server)
            await eventually("it reads") { await readers(server) == 1 }
            // The client reads nothing from here on.
            await eventually("it is cut off") { await readers(server) == 0 }
            withExtendedLifetime(client) {}
        }
    }

    @Test("more readers than there may be are told so")
    func tooMany() async throws {
        try await TestServer.with(tcp: false) { _ in
        } gateway: {
            $0.readerLimit = 2
        } _: { server in
            let readers = [
                try await RawClient.get("/v1/adverts", server), try await RawClient.get("/v1/adverts", server),
            ]
            for reader in readers { _ = try await reader.read { $0.contains("\"start\"") } }
            let refused = try await server.asker(.socket)("GET", "/v1/adverts")
            #expect(refused.status == 503)
            #expect(try refused.object(Problem.self).code == "too-many")
        }
    }
}
