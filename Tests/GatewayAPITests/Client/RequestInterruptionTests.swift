import GatewayModel
import Testing

@testable import GatewayClient

/// Cuts everything short at once.
private struct Interrupted: RequestInterruption, Error {
    func interruptible<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) async throws -> Value {
        throw self
    }
}

@Suite(.timeLimit(.minutes(1))) struct RequestInterruptionTests {
    private static let health = #"{"status":"ok","version":"0.2.0","api":1}"#

    @Test("every kind of request is cut short, and an uninterrupted client gets its answer")
    func kinds() async throws {
        let server = try CannedServer(CannedServer.json(Self.health))
        defer { server.stop() }
        let client = GatewayClient(address: .socket(server.path), interruption: Interrupted())
        await #expect(throws: Interrupted.self) { try await client.health() }
        await #expect(throws: Interrupted.self) { try await client.clearDetections() }
        await #expect(throws: Interrupted.self) { try await client.dropOutboxEntry(1) }
        await #expect(throws: Interrupted.self) { try await client.ranging() }
        await #expect(throws: Interrupted.self) { try await client.storeBackup() }
        #expect(server.requests.isEmpty)
        #expect(try await client.uninterrupted.health().status == .ok)
        await client.close()
    }
}
