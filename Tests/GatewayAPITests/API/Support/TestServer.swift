import Advertising
import AsyncHTTPClient
import Foundation
import Gateway
import GatewayModel
import Logging
import Recording
import ServiceLifecycle
import SimulatedDongle
import Store
import Testing

@testable import GatewayAPI

/// A gateway without dongles and its server, on a unix socket and on TCP, in a folder of their own.
struct TestServer: Sendable {
    static let token = "a-token-for-tests"

    let gateway: Gateway
    let addresses: GatewayServer.Addresses
    let folder: String
    private let group: ServiceGroup

    /// Starts an orderly end of the server.
    func shutDown() async { await group.triggerGracefulShutdown() }

    var port: Int { addresses.url.flatMap { URL(string: $0)?.port } ?? 0 }

    /// Serves while `body` runs.
    ///
    /// - Parameters:
    ///   - store: Store of the gateway; nil = an empty one.
    ///   - change: Changes the configuration; the socket is in a folder that is removed at the end.
    static func with(
        tcp: Bool = true, store: Store? = nil, _ change: (inout GatewayServer.Configuration) -> Void = { _ in },
        gateway changeGateway: (inout Gateway.Configuration) -> Void = { _ in },
        _ body: @escaping @Sendable (TestServer) async throws -> Void
    ) async throws {
        try await withFolder { folder in
            var gatewayConfiguration = Gateway.Configuration()
            gatewayConfiguration.isDaemon = false
            gatewayConfiguration.scansAlways = false
            gatewayConfiguration.followsPorts = false
            changeGateway(&gatewayConfiguration)
            let gateway = Gateway(
                configuration: gatewayConfiguration, store: try store ?? .inMemory(), logger: .silent)
            var configuration = GatewayServer.Configuration(socket: folder + "/s")
            if tcp {
                configuration.tcp = .init(
                    host: "127.0.0.1", port: 0, token: token, tls: nil, folder: folder, name: "The yard")
            }
            change(&configuration)
            let server = GatewayServer(gateway: gateway, configuration: configuration, logger: .silent)
            let (bound, announce) = AsyncStream.makeStream(of: GatewayServer.Addresses.self)
            let group = ServiceGroup(
                configuration: .init(
                    services: [
                        .init(service: GatewayService(gateway: gateway)),
                        .init(
                            service: ServerService(server: server) { announce.yield($0) },
                            successTerminationBehavior: .gracefullyShutdownGroup),
                    ], logger: .silent))
            try await withThrowingTaskGroup(of: Void.self) { tasks in
                tasks.addTask {
                    defer { announce.finish() }
                    try await group.run()
                }
                var addresses: GatewayServer.Addresses?
                for await found in bound {
                    addresses = found
                    break
                }
                // Nil if the server could not start; then running it throws.
                if let addresses {
                    let server = TestServer(gateway: gateway, addresses: addresses, folder: folder, group: group)
                    do {
                        try await body(server)
                    } catch {
                        await group.triggerGracefulShutdown()
                        throw error
                    }
                    await group.triggerGracefulShutdown()
                }
                try await tasks.waitForAll()
            }
        }
    }
}

extension GatewayAPI {
    /// The API of a gateway that no server serves.
    static func unserved() throws -> GatewayAPI {
        GatewayAPI(
            gateway: Gateway(configuration: .init(), store: try .inMemory(), logger: .silent), settingList: [],
            examine: { [] }, limits: ServerLimits(), logger: .silent, proxies: nil, access: nil)
    }
}

private struct GatewayService: Service {
    let gateway: Gateway

    func run() async throws {
        try await withGracefulShutdownHandler {
            try await gateway.run()
        } onGracefulShutdown: {
            Task { await gateway.stop() }
        }
    }
}

private struct ServerService: Service {
    let server: GatewayServer
    let ready: @Sendable (GatewayServer.Addresses) -> Void

    func run() async throws { try await server.run { ready($0) } }
}

/// Runs `body` with a folder that has a short path and is removed at the end.
func withFolder<Value>(_ body: (String) async throws -> Value) async throws -> Value {
    let folder = "/tmp/perch-\(UInt64.random(in: 0 ... .max))"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    return try await body(folder)
}

/// Returns a simulated dongle on a pseudo-terminal.
func simulatedDongle(_ id: String = "SIM00001", replay: Replay? = nil) throws -> PtyDongle {
    var configuration = SimulatedDongle.Configuration(scenario: try .named("restaurant"))
    configuration.identity.deviceID = Array(id.utf8)
    configuration.replay = replay
    return try PtyDongle(configuration)
}

extension Logger {
    /// A logger without output.
    static var silent: Logger { Logger(label: "test") { _ in SwiftLogNoOpLogHandler() } }
}
