import ArgumentParser
import Failures
import GatewayClient

/// `perch region remove`: forgets a region.
struct RegionRemove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "remove", abstract: "Forget a region.")

    @Argument(help: "Its name.")
    var name: String

    @OptionGroup(title: "Gateway")
    var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        try await output.run { output in
            try await gateway.withStoreGateway(output) { client in
                try await output.interruptible { try await client.removeRegion(name) }
                await output.text("\(printable(name)) is forgotten.")
            }
        }
    }
}
