import TestSupport
import Foundation
import Testing

/// A `perch serve` of the test, and other verbs that are its clients or share its files.
struct GatewayProcess {
    let home: TemporaryFolder
    private let process: PerchProcess
    private let socket: String

    /// Starts a gateway and waits until it serves. Its database is the one that verbs without a
    /// gateway use in `home`.
    static func start(_ arguments: String..., home: TemporaryFolder) async throws -> GatewayProcess {
        let manager = try NotifySocket()
        let socket = home.path("gateway.sock")
        let process = try PerchProcess(
            ["serve", "--socket", socket, "--state", home.path("perch")] + arguments, home: home,
            environment: ["NOTIFY_SOCKET": manager.name])
        var ready = try #require(await manager.receive())
        if ready.hasPrefix("EXTEND_TIMEOUT_USEC=") { ready = try #require(await manager.receive()) }
        try #require(ready.hasPrefix("READY=1\n"), "\(ready)")
        return GatewayProcess(home: home, process: process, socket: socket)
    }

    /// Runs a verb as a client of the gateway.
    func run(_ arguments: String...) throws -> PerchProcess.Ending {
        try PerchProcess(arguments, home: home, environment: ["PERCH_GATEWAY": "unix:\(socket)"]).end()
    }

    /// Returns the titles in the gateway's event log.
    func events() throws -> [String] {
        try run("events", "--json").objects().compactMap { $0["title"] as? String }
    }

    /// Waits until an event with this title is in the gateway's log.
    func waitForEvent(_ title: String) async throws {
        try await eventually("\(title) is recorded") { try events().contains(title) }
    }

    func stop() throws -> PerchProcess.Ending {
        process.send(SIGTERM)
        return try process.end()
    }
}
