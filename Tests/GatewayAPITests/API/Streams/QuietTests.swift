import TestSupport
import Gateway
import Testing

@testable import GatewayAPI

/// Tests that measure time, and so run alone.
@Suite(.timeLimit(.minutes(2))) struct QuietTests {
    @Test("a hundred streams end in order within a second when the server stops", arguments: [false, true])
    func shutdown(_ isBusy: Bool) async throws {
        let dongle = isBusy ? try simulatedDongle() : nil
        defer { dongle?.stop() }
        try await TestServer.with { server in
            if let dongle { _ = try await server.gateway.dongles.adopt(.path(dongle.path), baud: nil) }
            var clients: [RawClient] = []
            for number in 0..<100 {
                let target = number.isMultiple(of: 2) ? "/v1/adverts" : "/v1/events/stream"
                clients.append(try await RawClient.get(target, server))
            }
            for client in clients { _ = try await client.read { $0.contains("\"start\"") } }
            let began = ContinuousClock.now
            await server.shutDown()
            for (number, client) in clients.enumerated() {
                let (text, isEnd) = try await client.read(within: .seconds(5))
                #expect(isEnd)
                if number.isMultiple(of: 2) {
                    #expect(
                        try StreamLine.all(in: text).last?.type == "end"
                            && StreamLine.all(in: text).last?.reason == "stopping")
                }
                #expect(text.hasSuffix("0\r\n\r\n"))
            }
            #expect(.now - began < .seconds(1))
        }
    }

    @Test("a reader that takes nothing does not keep the server from stopping")
    func stalledShutdown() async throws {
        let dongle = try simulatedDongle(replay: .flood(200_000))
        defer { dongle.stop() }
        let began = try await withStalledReader(dongle.path)
        #expect(.now - began < .milliseconds(1500))
    }

    /// Returns the time at which the server was told to stop.
    private func withStalledReader(_ port: String) async throws -> ContinuousClock.Instant {
        let told = Told()
        try await TestServer.with(tcp: false) { server in
            _ = try await server.gateway.dongles.adopt(.path(port), baud: nil)
            let client = try await RawClient.get("/v1/adverts", server)
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
}
