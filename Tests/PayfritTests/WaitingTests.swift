import NIOCore
import NIOPosix
import RESTClient
import Testing

@testable import Payfrit

@Suite(.timeLimit(.minutes(1))) struct WaitingTests {
    @Test(
        "a time-out is one, whether nothing comes or half an answer",
        arguments: ["", "HTTP/1.1 200 OK\r\ncontent-length: 11\r\n\r\n{"])
    func timeout(begin: String) async throws {
        try await ScriptedServer.with { _, _ in
            [.text(begin), .silence]
        } _: { server in
            let clock = TestClock(onLimit: { await server.nextRequest() })
            let error = await payfritError {
                _ = try await withClient(of: server, clock: clock) { try await $0.businesses(someSession) }
            }
            #expect(error == .timedOut(.seconds(15)))
            #expect(server.requests.count == 3)
            let once = await payfritError {
                _ = try await withClient(of: server, clock: clock) {
                    try await $0.saveServicePoint(ServicePointChange(name: "a"), someSession)
                }
            }
            #expect(once == .timedOut(.seconds(15)))
            #expect(server.requests.count == 4)
        }
    }

    @Test("by the system's clock too a silent server is given up, and one that does not greet back is none")
    func realTime() async throws {
        try await ScriptedServer.with { _, _ in
            [.silence]
        } _: { server in
            var limits = PayfritClient.Limits()
            limits.request = .milliseconds(20)
            let client = try PayfritClient(
                environment: .custom("http://127.0.0.1:\(server.port)"), generation: .php, limits: limits)
            let silent = await payfritError { _ = try await client.sendOTP(phone: "1") }
            await client.close()
            #expect(silent == .timedOut(.milliseconds(20)))
        }
        let mute = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .bind(host: "127.0.0.1", port: 0).get()
        var limits = PayfritClient.Limits()
        limits.connect = .milliseconds(20)
        // Shorter than the HTTP client's own limit.
        limits.request = .seconds(9)
        let client = try PayfritClient(
            environment: .custom("https://127.0.0.1:\(mute.localAddress?.port ?? 0)"), generation: .php, limits: limits)
        let unanswered = await payfritError { _ = try await client.sendOTP(phone: "1") }
        await client.close()
        try await mute.close()
        #expect(unanswered == .unreachable("the server does not answer"))
    }

    @Test("a call whose task is cancelled ends at once")
    func cancelled() async throws {
        try await ScriptedServer.with { _, _ in
            [.silence]
        } _: { server in
            try await withClient(of: server) { client in
                let task = Task { await payfritError { _ = try await client.businesses(someSession) } }
                await server.nextRequest()
                task.cancel()
                #expect(await task.value == .cancelled)
                #expect(server.requests.count == 1)
            }
        }
    }
}
