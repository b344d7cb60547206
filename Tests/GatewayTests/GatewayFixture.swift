import Advertising
import Foundation
import GatewayModel
import Logging
import Recording
import SimulatedDongle
import Store
import Testing

@testable import Gateway

/// Runs a gateway with a database in memory until `body` returns.
func withGateway(
    _ change: (inout Gateway.Configuration) -> Void = { _ in }, store: Store? = nil, clock: GatewayClock = .system(),
    _ body: (Gateway) async throws -> Void
) async throws {
    var configuration = Gateway.Configuration()
    configuration.gathering = .zero
    configuration.isDaemon = false
    configuration.scansAlways = false
    configuration.followsPorts = false
    change(&configuration)
    let gateway = Gateway(
        configuration: configuration, store: try store ?? .inMemory(), logger: .silent, clock: clock)
    try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await gateway.run() }
        let outcome: Result<Void, any Error>
        do {
            outcome = .success(try await body(gateway))
        } catch {
            outcome = .failure(error)
        }
        await gateway.stop()
        try await group.waitForAll()
        try outcome.get()
    }
}

/// Returns a simulated dongle on a pseudo-terminal; another id means another dongle.
func dongle(
    _ id: String = "SIM00001", scenario: String = "restaurant", replay: Replay? = nil, link: String? = nil
) throws -> PtyDongle {
    var configuration = SimulatedDongle.Configuration(scenario: try .named(scenario))
    configuration.identity.deviceID = Array(id.utf8)
    configuration.replay = replay
    return try PtyDongle(configuration, link: link)
}

/// Runs `body` with a folder that is removed at the end.
func withFolder(_ body: (String) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "perch-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try await body(folder)
}

extension PtyDongle {
    var isScanning: Bool {
        get async {
            await withCheckedContinuation { continuation in
                perform { continuation.resume(returning: $0.isScanning) }
            }
        }
    }
}

extension Logger {
    /// A logger without output.
    static var silent: Logger { Logger(label: "test") { _ in SwiftLogNoOpLogHandler() } }
}

extension AdvertQuery {
    /// A query for everything from one dongle.
    init(from dongle: String) {
        self.init()
        self.dongle = dongle
    }
}
