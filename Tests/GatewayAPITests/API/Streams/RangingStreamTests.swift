import TestSupport
import Foundation
import GatewayModel
import Testing

@testable import GatewayAPI

@Suite(.timeLimit(.minutes(1))) struct RangingStreamTests {
    /// A line of the stream.
    private struct Line: Decodable {
        let type: String
        let stream: String?
        let region: String?
        let from: String?
        let to: String?
        let meaning: String?
        let beacons: [BeaconRange]?
        let listening: Bool?
        let message: String?
        let simulated: Bool?
    }

    private static let uuid = "5E1F7A10-3C2B-4D9E-8A77-0B6C1D2E3F40"

    private func lines(_ text: String) throws -> [Line] {
        // Skips the lines of chunked framing.
        try text.split { $0 == "\n" || $0 == "\r\n" }.filter { $0.hasPrefix("{\"v\":1,\"ts\":\"") }
            .map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
    }

    private func get(_ target: String, _ server: TestServer, accept: String? = nil) async throws -> RawClient {
        let client = try RawClient(socket: server.addresses.socket)
        let field = accept.map { "Accept: \($0)\r\n" } ?? ""
        try await client.send("GET \(target) HTTP/1.1\r\nHost: p\r\n\(field)\r\n")
        return client
    }

    private func addRegion(_ name: String, _ server: TestServer, uuid: String = uuid) async throws {
        let added = try await server.asker(.socket)(
            "POST", "/v1/regions", json: #"{"name":"\#(name)","uuid":"\#(uuid)"}"#)
        #expect(added.status == 200, "\(added.text)")
    }

    @Test("ranging says how regions stand, then who is near, and is ended by its name")
    func life() async throws {
        let dongle = try simulatedDongle()
        defer { dongle.stop() }
        try await TestServer.with(tcp: false) { server in
            _ = try await server.gateway.dongles.adopt(.path(dongle.path), baud: nil)
            try await addRegion("elsewhere", server, uuid: "E7B2C021-5D07-4D0B-9C20-223488C8B012")
            try await addRegion("tables", server)
            let client = try await get("/v1/ranging?region=tables", server)
            let text = try await client.read { $0.contains(#""type":"ranging""#) && $0.hasSuffix("\r\n") }.text
            #expect(text.contains("Content-Type: application/x-ndjson"))
            let found = try lines(text)
            #expect(found.first?.type == "start" && found.first?.simulated == true)
            let now = found.filter { $0.meaning == "now" }
            #expect(now.map(\.region) == ["tables"] && now.allSatisfy { $0.from == $0.to })
            #expect(found.dropFirst().first?.meaning == "now")
            #expect(found.filter { $0.type == "region" }.map(\.meaning) == ["now", "enter"])
            let tick = try #require(found.last { $0.type == "ranging" })
            #expect(tick.listening == true && tick.message == nil)
            let beacons = try #require(tick.beacons)
            #expect(!beacons.isEmpty && beacons.allSatisfy { $0.uuid.description == Self.uuid && $0.simulated == true })

            let name = try #require(found.first?.stream)
            let ask = server.asker(.socket)
            #expect(try await ask("DELETE", "/v1/streams/\(name)").status == 204)
            let rest = try await client.read { $0.hasSuffix("0\r\n\r\n") }.text
            #expect(try lines(rest).last?.type == "end")
            try await eventually("it is gone") { try await ask("DELETE", "/v1/streams/\(name)").status == 404 }
            // The next reader is told of a region that is already inside.
            let again = try await get("/v1/ranging?ticks=no", server)
            let standing = try lines(try await again.read { $0.contains("tables") && $0.hasSuffix("\r\n") }.text)
            #expect(standing.filter { $0.meaning == "now" }.map(\.region) == ["elsewhere", "tables"])
        }
    }

    @Test("one beacon of many can be asked for, and changes of regions alone")
    func filters() async throws {
        let dongle = try simulatedDongle()
        defer { dongle.stop() }
        try await TestServer.with(tcp: false) { server in
            _ = try await server.gateway.dongles.adopt(.path(dongle.path), baud: nil)
            let client = try await get("/v1/ranging?uuid=\(Self.uuid.lowercased())&major=1201&minor=2", server)
            let text = try await client.read { $0.contains(#""minor":2"#) && $0.hasSuffix("\r\n") }.text
            let ticks = try lines(text).filter { $0.type == "ranging" }
            #expect(ticks.last?.beacons?.map(\.minor) == [2])
            try await addRegion("tables", server)
            let changes = try await get("/v1/ranging?ticks=no", server)
            let entered = try await changes.read { $0.contains(#""meaning":"enter""#) && $0.hasSuffix("\r\n") }.text
            #expect(try lines(entered).map(\.type) == ["start", "region", "region"], "\(entered)")
            #expect(try lines(entered).map(\.to) == [nil, "unknown", "inside"])
        }
    }

    @Test("without a dongle that listens the ticks say why; as server-sent events they have their names")
    func serverSentEvents() async throws {
        try await TestServer.with(tcp: false) {
            $0.limits.silence = .milliseconds(50)
        } _: { server in
            try await addRegion("tables", server)
            let client = try await get("/v1/ranging?region=tables", server, accept: "text/event-stream")
            let text = try await client.read { $0.contains("event: ranging") && $0.contains(": idle") }.text
            #expect(text.contains("Content-Type: text/event-stream"))
            #expect(text.contains("event: start\ndata: {\"v\":1,"))
            #expect(text.contains("event: region\ndata: {\"v\":1,"))
            #expect(text.contains(#""meaning":"now""#) && text.contains(#""listening":false"#))
            #expect(text.contains(#""message":"there is no dongle","beacons":[]"#))
        }
    }

    @Test("a reader of ranging that vanishes frees its place", arguments: [Transport.socket, .tcp])
    func vanished(_ transport: Transport) async throws {
        try await TestServer.with { server in
            let client =
                transport == .tcp
                ? try await RawClient(port: server.port) : try RawClient(socket: server.addresses.socket)
            try await client.send(
                "GET /v1/ranging HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(TestServer.token)\r\n\r\n")
            _ = try await client.read { $0.contains("\"start\"") }
            #expect(await server.gateway.status().tracking.ranging)
            client.vanish()
            await eventually("nobody ranges", within: .seconds(2)) {
                await !server.gateway.status().tracking.ranging
            }
        }
    }
}
