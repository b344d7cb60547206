import ArgumentParser
import Failures
import GatewayClient
import JSONLines

/// `perch dongle forget`: removes a dongle from those known.
struct DongleForget: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "forget", abstract: "Forget a dongle that is not in use, with its name and its outages.")

    @Option(help: "The dongle's id or name.")
    var dongle: String

    @OptionGroup(title: "Gateway")
    var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        try await output.run { output in
            try await gateway.withStoreGateway(output) { client in
                try await output.interruptible { try await client.forget(dongle) }
                output.setResult { $0.field("dongle", dongle) }
                await output.text("\(printable(dongle)) is forgotten.")
            }
        }
    }
}
