import Gateway
import GatewayModel
import KillFixtures
import Logging
import SerialPort
import Store

/// A gateway in this process that takes up what another one has left.
struct NextGateway {
    let gateway: Gateway
    private let store: Store

    init(path: String) throws {
        var configuration = Gateway.Configuration()
        configuration.isDaemon = false
        configuration.scansAlways = false
        configuration.followsPorts = false
        store = try Store.open(path: path)
        gateway = Gateway(
            configuration: configuration, store: store, logger: Logger(label: "") { _ in SwiftLogNoOpLogHandler() })
    }

    /// - Parameter port: Of the dongle.
    func with(_ port: String, _ body: (Gateway) async throws -> Void) async throws {
        let running = Task { try await gateway.run() }
        let outcome: Result<Void, any Error>
        do {
            _ = try await gateway.adopt(.path(port), baud: nil)
            outcome = .success(try await body(gateway))
        } catch {
            outcome = .failure(error)
        }
        await gateway.stop()
        try await running.value
        try store.close()
        try outcome.get()
    }
}

extension Gateway {
    /// Carries out an order, and returns its report.
    func report(_ action: ConfigAction, _ order: ConfigOrder) async throws -> ConfigReport {
        for await update in try await configs.perform(action, order) {
            if case .report(let report) = update { return report }
        }
        throw KillFailure.unexpected("there is no report")
    }
}
