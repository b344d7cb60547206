import ArgumentParser
import GatewayClient

/// `perch store info`: where the database is and what is in it.
struct StoreInfo: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "info", abstract: "Show where the database is and how much is in it.")

    @OptionGroup(title: "Gateway")
    var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        try await output.run { output in
            try await gateway.withStoreGateway(output) { client in
                let store = try await output.interruptible { try await client.store() }
                try await output.line("store", of: store)
                for line in store.prose { await output.text(line) }
            }
        }
    }
}
