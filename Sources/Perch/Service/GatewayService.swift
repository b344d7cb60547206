import Gateway
import GatewayAPI
import ServiceLifecycle

/// A gateway as part of a service group. When it is stopped, it closes its links before it ends.
struct GatewayService: Service {
    let gateway: Gateway

    func run() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                // Cancellation also stops the gateway.
                try? await gracefulShutdown()
                await gateway.stop()
            }
            try await gateway.run()
            group.cancelAll()
        }
    }
}

/// The API as part of a service group.
struct APIService: Service {
    let server: GatewayServer
    let ready: @Sendable (GatewayServer.Addresses) async -> Void

    func run() async throws {
        try await server.run(ready: ready)
    }
}
