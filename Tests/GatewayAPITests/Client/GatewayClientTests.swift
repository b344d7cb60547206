import TestSupport
import Foundation
import GatewayModel
import Testing

@testable import GatewayClient

@Suite(.timeLimit(.minutes(1))) struct GatewayClientTests {
    private static let health = #"{"status":"ok","version":"0.2.0","api":1}"#

    private func client(_ path: String, token: String? = nil, limit: Duration = .seconds(5)) -> GatewayClient {
        GatewayClient(
            address: .socket(path), token: token, trustRoots: nil,
            limits: .init(usual: limit, adoption: limit, idle: limit))
    }

    /// Returns the error of a client whose server answers with these steps.
    private func failure(
        limit: Duration = .seconds(5), _ steps: CannedServer.Step...
    ) async throws -> ClientError? {
        let server = try CannedServer { _ in steps }
        defer { server.stop() }
        return await failure(client(server.path, limit: limit))
    }

    private func failure(_ client: GatewayClient) async -> ClientError? {
        do {
            _ = try await client.health()
            await client.close()
            return nil
        } catch {
            await client.close()
            return error as? ClientError
        }
    }

    @Test("a request says its version and shows the token in its own field alone")
    func request() async throws {
        let server = try CannedServer(CannedServer.json(Self.health))
        defer { server.stop() }
        let client = client(server.path, token: "a-secret-token-0123")
        #expect(try await client.health().status == .ok)
        await client.close()
        let request = try #require(server.requests.first)
        #expect(request.hasPrefix("GET /healthz HTTP/1.1\r\n"))
        #expect(request.contains("Perch-API: 1\r\n"))
        #expect(request.contains("Perch-Version: \(APIVersion.program)\r\n"))
        #expect(request.contains("Authorization: Bearer a-secret-token-0123\r\n"))
        #expect(request.components(separatedBy: "a-secret").count == 2)
    }

    @Test("no error says the token")
    func secret() async throws {
        for step in [CannedServer.Step.text("garbage"), CannedServer.json("{}", api: "2"), CannedServer.json("x")] {
            let server = try CannedServer(step)
            defer { server.stop() }
            let failure = await failure(client(server.path, token: "a-secret-token-0123"))
            #expect(failure != nil)
            #expect(!String(reflecting: failure).contains("a-secret"))
        }
    }

    @Test("a name with any character is one component of the path")
    func path() async throws {
        let server = try CannedServer(CannedServer.json("", status: "204 No Content"))
        defer { server.stop() }
        let client = client(server.path)
        try await client.release("/dev/serial/by-id/a b")
        await client.close()
        #expect(
            server.requests.first?.hasPrefix("POST /v1/dongles/%2Fdev%2Fserial%2Fby-id%2Fa%20b/release HTTP/1.1")
                == true)
    }

    @Test("a problem comes as it was written")
    func problem() async throws {
        let problem = Problem(
            title: "Service Unavailable", status: 503, detail: "It is away.", code: "dongle-away", hint: "Wait.",
            retryable: true, outcome: .unknown, exitCode: 75)
        let json = String(decoding: try JSONEncoder().encode(problem), as: UTF8.self)
        let failure = try await failure(
            CannedServer.json(json, status: "503 Service Unavailable", type: Problem.mediaType))
        #expect(failure == .problem(problem))
    }

    @Test("another version of the API is told with both versions, whatever else the answer is")
    func otherVersion() async throws {
        for status in ["200 OK", "400 Bad Request"] {
            let failure = try await failure(CannedServer.json("{}", status: status, api: "2"))
            guard case .otherVersion(_, 2, "9.8.7") = failure else {
                Issue.record("\(String(describing: failure))")
                continue
            }
        }
    }

    @Test("a server that is no gateway is told by what it answers")
    func notAGateway() async throws {
        let failure = try await failure(CannedServer.json("<html>", type: "text/html", api: nil))
        guard case .notAGateway(_, 200) = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
    }

    @Test("answers that break the API are malformed")
    func malformed() async throws {
        let large = String(repeating: " ", count: GatewayClient.answerLimit + 1)
        for step in [
            CannedServer.json("{}"), CannedServer.json("nonsense"), CannedServer.json(large), .text("garbage\r\n\r\n"),
            CannedServer.json("no details", status: "500 Internal Server Error"),
            CannedServer.json("", status: "302 Found"),
        ] {
            let failure = try await failure(step)
            guard case .malformedAnswer = failure else {
                Issue.record("\(String(describing: failure))")
                continue
            }
        }
    }

    @Test("a connection that ends inside the answer is interrupted")
    func interrupted() async throws {
        let whole = "HTTP/1.1 200 OK\r\nPerch-API: 1\r\nContent-Length: 100\r\n\r\n{\"status\""
        for length in [0, 5, whole.utf8.count] {
            let failure = try await failure(.text(String(whole.prefix(length))))
            guard case .interrupted = failure else {
                Issue.record("\(length): \(String(describing: failure))")
                continue
            }
        }
    }

    @Test("a gateway that answers too late, or only begins to, is not waited for")
    func slow() async throws {
        let begin = "HTTP/1.1 200 OK\r\nPerch-API: 1\r\nContent-Length: 100\r\n\r\n{"
        for text in ["", begin] {
            let started = ContinuousClock.now
            let failure = try await failure(limit: .milliseconds(200), .text(text), .silence)
            guard case .timedOut = failure else {
                Issue.record("\(String(describing: failure))")
                continue
            }
            #expect(ContinuousClock.now - started < .seconds(4))
        }
    }

    @Test("nobody there is told at once")
    func unreachable() async throws {
        let server = try CannedServer()
        server.stop()
        let started = ContinuousClock.now
        for path in [server.path, "/nowhere/perch.sock"] {
            let failure = await failure(client(path))
            guard case .unreachable = failure else {
                Issue.record("\(String(describing: failure))")
                continue
            }
        }
        #expect(ContinuousClock.now - started < .seconds(4))
    }

    @Test("a request that is cancelled ends as cancelled, and the client can still be closed")
    func cancelled() async throws {
        let server = try CannedServer(.silence)
        defer { server.stop() }
        let client = client(server.path)
        let task = Task { try await client.health() }
        await eventually("it is asked") { !server.requests.isEmpty }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        await client.close()
    }

    @Test("an event stream that breaks inside a line is interrupted, and one that ends behind a line has ended")
    func brokenEventStream() async throws {
        let line = #"{"v":1,"ts":"2026-01-05T18:30:00.000000Z","type":"missed","count":3}"# + "\n"
        for rest in ["", #"{"v":1"#] {
            let server = try CannedServer(
                CannedServer.streamHead, CannedServer.chunk(line + rest), CannedServer.lastChunk)
            defer { server.stop() }
            let client = client(server.path)
            var lines: [EventLine] = []
            var error: (any Error)?
            do {
                for try await line in try await client.followEvents(after: nil) { lines.append(line) }
            } catch let thrown {
                error = thrown
            }
            await client.close()
            #expect(lines == [.missed(3)])
            if case .interrupted = error as? ClientError { #expect(!rest.isEmpty) } else { #expect(rest.isEmpty) }
        }
    }

    @Test("an event stream is resumed where it was lost")
    func resumed() async throws {
        let prefix = #"{"v":1,"ts":"2026-01-05T18:30:00.000000Z","type":""#
        let event =
            prefix + #"event","id":8,"kind":"info","level":"info","title":"A","detail":"","simulated":false}"# + "\n"
        let missed = prefix + #"missed","count":3}"# + "\n"
        let server = try CannedServer(
            CannedServer.streamHead, CannedServer.chunk(missed + event), CannedServer.lastChunk)
        defer { server.stop() }
        let client = client(server.path)
        var lines: [EventLine] = []
        for try await line in try await client.followEvents(after: 7, types: [.info, .error], isResumed: true) {
            lines.append(line)
        }
        await client.close()
        #expect(lines.first == .missed(3))
        guard case .event(let record) = lines.last else {
            Issue.record("no event")
            return
        }
        #expect(record.id == 8)
        let request = try #require(server.requests.first)
        #expect(request.hasPrefix("GET /v1/events/stream?type=info&type=error HTTP/1.1"))
        #expect(request.contains("Last-Event-ID: 7\r\n"))
    }
}
