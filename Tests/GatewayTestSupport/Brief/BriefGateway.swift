import Gateway
import Logging
import SerialPort
import Store

/// A gateway in this process, with one dongle or none, that ends when its use ends.
package enum BriefGateway {
    /// - Parameters:
    ///   - store: Store of the gateway; it is closed at the end.
    ///   - port: Port of the dongle; nil = no dongle.
    package static func with<Value>(
        _ store: Store, port: String?, payfrit: PayfritSetup = PayfritSetup(),
        isolation: isolated (any Actor)? = #isolation, _ body: (Gateway) async throws -> Value
    ) async throws -> Value {
        var configuration = Gateway.Configuration()
        configuration.isDaemon = false
        configuration.scansAlways = false
        configuration.followsPorts = false
        configuration.payfrit = payfrit
        let gateway = Gateway(
            configuration: configuration, store: store, logger: Logger(label: "") { _ in SwiftLogNoOpLogHandler() })
        let running = Task { try await gateway.run() }
        let outcome: Result<Value, any Error>
        do {
            if let port { _ = try await gateway.dongles.adopt(.path(port), baud: nil) }
            outcome = .success(try await body(gateway))
        } catch {
            outcome = .failure(error)
        }
        await gateway.stop()
        try await running.value
        try store.close()
        return try outcome.get()
    }
}
