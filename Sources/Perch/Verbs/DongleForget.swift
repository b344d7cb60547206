import ArgumentParser
import Failures
import GatewayClient
import LineFormats

/// `perch dongle forget`: removes a dongle from the known ones.
struct DongleForget: Verb {
    static let configuration = CommandConfiguration(
        commandName: "forget", abstract: "Forget a dongle that is not in use, with its name and its outages.")

    @Option(help: "The dongle's id or name.")
    var dongle: String

    @OptionGroup var frame: StoreFrame

    func run(_ client: GatewayClient, _ output: VerbOutput) async throws {
        try await client.forget(dongle)
        output.setResult { $0.field("dongle", dongle) }
        await output.text("Removed dongle \(printable(dongle)).")
    }
}
