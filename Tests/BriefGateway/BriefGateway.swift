import Gateway
import Logging
import SerialPort
import Store

/// A gateway in this process that has one dongle or none, and lasts as long as what is done with it.
package enum BriefGateway {
    /// - Parameters:
    ///   - store: It is closed at the end.
    ///   - port: Of the dongle; nil = there is none.
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
            if let port { _ = try await gateway.adopt(.path(port), baud: nil) }
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
