import GatewayModel
import Testing

@testable import GatewayClient

@Suite(.timeLimit(.minutes(1))) struct AdvertStreamTests {
    private static let prefix = #"{"v":1,"ts":"2026-01-05T18:30:00.000000Z","type":""#
    private static let advert =
        prefix
        + #"advert","dongle":"0123456789abcdef","number":7,"address":"c3:00:00:00:01:01","address_type":"random","#
        + #""pdu":"ADV_IND","rssi":-60,"channel":37,"name":"a","data":"020106"}"# + "\n"
    private static let start = prefix + #"start","stream":"s1","dongles":["0123456789abcdef"],"simulated":true}"# + "\n"
    private static let end =
        prefix
        + #"end","received":3,"lost":1,"missed":0,"filtered":0,"malformed":0,"interruptions":0,"reason":"asked"}"#
        + "\n"

    private static func line(_ rest: String) -> String { prefix + rest + "\n" }

    private func client(_ server: CannedServer) -> GatewayClient {
        GatewayClient(
            address: .socket(server.path), token: nil, trustRoots: nil,
            limits: .init(usual: .seconds(5), adoption: .seconds(5), idle: .milliseconds(300)))
    }

    private func updates(_ steps: [CannedServer.Step]) async throws -> ([AdvertStream.Update], (any Error)?) {
        let server = try CannedServer { _ in [CannedServer.streamHead] + steps }
        defer { server.stop() }
        let client = client(server)
        var updates: [AdvertStream.Update] = []
        do {
            for try await update in try await client.adverts(AdvertQuery()) { updates.append(update) }
            await client.close()
            return (updates, nil)
        } catch {
            await client.close()
            return (updates, error)
        }
    }

    @Test("adverts come as they were written, in one piece, between what happens meanwhile")
    func order() async throws {
        let text = [
            Self.start, Self.advert, Self.advert, Self.line(#"lost","dongle":"0123456789abcdef","count":1}"#),
            Self.line(#"news","anything":{"of":"a later version"}}"#), Self.advert,
            Self.line(#"interrupted","dongle":"0123456789abcdef","message":"It went."}"#), Self.line(#"idle"}"#),
            Self.end,
        ].joined()
        let (updates, error) = try await updates([CannedServer.chunk(text), CannedServer.lastChunk])
        #expect(error == nil)
        let two = AdvertLines(bytes: Array((Self.advert + Self.advert).utf8), count: 2)
        let one = AdvertLines(bytes: Array(Self.advert.utf8), count: 1)
        #expect(
            updates == [
                .start(StreamStart(stream: "s1", dongles: ["0123456789abcdef"], simulated: true)), .adverts(two),
                .lost(CountLine(dongle: "0123456789abcdef", count: 1)), .adverts(one),
                .interrupted(LinkLine(dongle: "0123456789abcdef", message: "It went.")), .idle,
                .end(
                    StreamEnd(
                        received: 3, lost: 1, missed: 0, filtered: 0, malformed: 0, interruptions: 0, reason: .asked)),
            ])
        let decoded = try one.decoded()
        #expect(decoded.first?.address == "c3:00:00:00:01:01")
        #expect(decoded.first?.rssi == -60)
    }

    @Test("lines that are cut anywhere are put together", arguments: [1, 7, 63, 200])
    func cut(_ size: Int) async throws {
        let text = Self.start + Self.advert + Self.advert + Self.end
        var steps: [CannedServer.Step] = []
        var rest = text[...]
        while !rest.isEmpty {
            steps.append(CannedServer.chunk(String(rest.prefix(size))))
            rest = rest.dropFirst(size)
        }
        let (updates, error) = try await updates(steps + [CannedServer.lastChunk])
        #expect(error == nil)
        let adverts = updates.compactMap { if case .adverts(let lines) = $0 { lines } else { nil } }
        #expect(adverts.flatMap(\.bytes) == Array((Self.advert + Self.advert).utf8))
        #expect(adverts.reduce(0) { $0 + $1.count } == 2)
    }

    @Test("a stream without its end is interrupted, however it stops")
    func withoutEnd() async throws {
        for steps in [
            [CannedServer.chunk(Self.start), CannedServer.lastChunk], [CannedServer.chunk(Self.start)],
            [CannedServer.chunk(Self.start + "{\"v\":1"), CannedServer.lastChunk],
        ] {
            let (updates, error) = try await updates(steps)
            #expect(updates.count == 1)
            guard case .interrupted = error as? ClientError else {
                Issue.record("\(String(describing: error))")
                continue
            }
        }
    }

    @Test("a line that has no end, or no type, is not what a gateway sends")
    func malformed() async throws {
        let endless = String(repeating: "x", count: GatewayClient.lineLimit + 70_000)
        for text in [endless, "{}\n", #"{"v":2,"ts":""# + "\n", "\n"] {
            let (_, error) = try await updates([CannedServer.chunk(Self.start), CannedServer.chunk(text), .silence])
            guard case .malformedAnswer = error as? ClientError else {
                Issue.record("\(text.prefix(20)): \(String(describing: error))")
                continue
            }
        }
    }

    @Test("silence of longer than the limit is told")
    func silent() async throws {
        let (updates, error) = try await updates([CannedServer.chunk(Self.start), .silence])
        #expect(updates.count == 1)
        guard case .timedOut = error as? ClientError else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("the query says what was asked for")
    func query() async throws {
        let server = try CannedServer(
            CannedServer.streamHead, CannedServer.chunk(Self.start + Self.end), CannedServer.lastChunk)
        defer { server.stop() }
        let client = client(server)
        var query = AdvertQuery()
        query.dongle = "/dev/ttyACM0"
        query.name = "a&b"
        query.minimumRSSI = -70
        query.isActive = false
        for try await _ in try await client.adverts(query) {}
        await client.close()
        let line = server.requests.first?.split(separator: "\r\n").first
        #expect(line == "GET /v1/adverts?dongle=%2Fdev%2FttyACM0&name=a%26b&min_rssi=-70&mode=passive HTTP/1.1")
    }
}
