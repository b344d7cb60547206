import ArgumentParser
import GatewayClient
import Settings

/// `perch outbox retry`: tries one again.
struct OutboxRetry: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "retry", abstract: "Try one again, at once.")

    @Argument(help: "Its number.")
    var entry: Int64

    @OptionGroup(title: "Gateway")
    var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        try await output.run { output in
            try await gateway.withStoreGateway(output, settings: try Settings.forVerb()) { client in
                try await output.interruptible { try await client.retryOutboxEntry(entry) }
                await output.text(
                    "\(entry) is back in line. See `perch status` for whether its destination is one of the gateway's.")
            }
        }
    }
}
