import ArgumentParser
import GatewayClient
import Settings

/// `perch outbox retry`: tries a message again.
struct OutboxRetry: Verb {
    static let configuration = CommandConfiguration(commandName: "retry", abstract: "Try one again, at once.")

    @Argument(help: "Its number.")
    var entry: Int64

    @OptionGroup var frame: StoreFrame

    func needs(_ output: VerbOutput) -> StoreFrame.Needs { StoreFrame.Needs(settings: true) }

    func run(_ client: GatewayClient, _ output: VerbOutput) async throws {
        try await client.retryOutboxEntry(entry)
        await output.text(
            "\(entry) is back in line. See `perch status` for whether its destination is one of the gateway's.")
    }
}
