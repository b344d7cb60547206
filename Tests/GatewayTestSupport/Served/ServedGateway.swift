import Foundation
import Gateway
import GatewayAPI
import GatewayModel
import Logging
import ServiceLifecycle
import SimulatedDongle
import Store

/// A gateway for one test, with its API on a unix socket and on TCP, in a folder of its own.
package struct ServedGateway: Sendable {
    package static let token = "a-token-for-the-tests"

    package let gateway: Gateway
    /// Path of the socket.
    package let socket: String
    /// `http://127.0.0.1:…`
    package let url: String
    /// Shuts the server down in order, as `perch serve` does; the gateway keeps running.
    package let stopServing: @Sendable () async -> Void

    /// Serves until `body` returns.
    ///
    /// - Parameters:
    ///   - socket: Path of the socket; nil = one in a folder that is removed at the end.
    ///   - tls: PEM files of certificate and key.
    package static func with<Value: Sendable>(
        socket: String? = nil, store: Store? = nil, tls: (certificate: String, key: String)? = nil,
        configuration change: (inout Gateway.Configuration) -> Void = { _ in },
        _ body: (ServedGateway) async throws -> Value
    ) async throws -> Value {
        let folder = "/tmp/perch-served-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }  // Only a leftover in the temporary folder.
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        var configuration = Gateway.Configuration()
        configuration.isDaemon = false
        configuration.scansAlways = false
        configuration.followsPorts = false
        change(&configuration)
        let gateway = Gateway(configuration: configuration, store: try store ?? .inMemory(), logger: logger)
        var serving = GatewayServer.Configuration(socket: socket ?? folder + "/perch.sock")
        serving.tcp = GatewayServer.TCP(
            host: "127.0.0.1", port: 0, token: token, tls: tls, folder: folder, name: "")
        let server = GatewayServer(gateway: gateway, configuration: serving, logger: logger)
        let (ready, announce) = AsyncStream.makeStream(of: GatewayServer.Addresses.self)
        let group = ServiceGroup(
            configuration: .init(
                services: [
                    .init(
                        service: Serving(server: server) { announce.yield($0) },
                        successTerminationBehavior: .gracefullyShutdownGroup)
                ], logger: logger))
        let served = Task {
            defer { announce.finish() }
            try await group.run()
        }
        let running = Task { try await gateway.run() }
        func end() async throws {
            await group.triggerGracefulShutdown()
            await gateway.stop()
            try await running.value
            // If the server could not start, it has thrown the error.
            _ = await served.result
        }
        var addresses: GatewayServer.Addresses?
        for await found in ready {
            addresses = found
            break
        }
        guard let addresses, let url = addresses.url else {
            try await end()
            try await served.value
            throw CancellationError()
        }
        do {
            let value = try await body(
                ServedGateway(
                    gateway: gateway, socket: addresses.socket, url: url,
                    stopServing: {
                        await group.triggerGracefulShutdown()
                        _ = await served.result
                    }))
            try await end()
            return value
        } catch {
            try await end()
            throw error
        }
    }
}

private struct Serving: Service {
    let server: GatewayServer
    let ready: @Sendable (GatewayServer.Addresses) -> Void

    func run() async throws { try await server.run { ready($0) } }
}

/// Returns a simulated dongle on a pseudo-terminal.
package func simulatedDongle(
    _ id: String = "SIM00001", scenario: String = "restaurant", replay: Replay? = nil, link: String? = nil
) throws -> PtyDongle {
    var configuration = SimulatedDongle.Configuration(scenario: try .named(scenario))
    configuration.identity.deviceID = Array(id.utf8)
    configuration.replay = replay
    return try PtyDongle(configuration, link: link)
}
