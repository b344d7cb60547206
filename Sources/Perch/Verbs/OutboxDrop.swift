import ArgumentParser
import GatewayClient

/// `perch outbox drop`: gives one up.
struct OutboxDrop: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "drop", abstract: "Drop one, delivered or not.")

    @Argument(help: "Its number.")
    var entry: Int64

    @OptionGroup(title: "Gateway")
    var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        try await output.run { output in
            try await gateway.withStoreGateway(output) { client in
                try await output.interruptible { try await client.dropOutboxEntry(entry) }
                await output.text("\(entry) is dropped.")
            }
        }
    }
}
