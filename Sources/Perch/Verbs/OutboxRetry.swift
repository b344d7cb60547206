import ArgumentParser
import GatewayClient
import Settings

/// `perch outbox retry`: tries a message again.
struct OutboxRetry: Verb {
    static let configuration = CommandConfiguration(commandName: "retry", abstract: "Try a message again at once.")

    @Argument(help: "Number of the message.")
    var entry: Int64

    @OptionGroup var frame: StoreFrame

    func needs(_ output: VerbOutput) -> StoreFrame.Needs { StoreFrame.Needs(settings: true) }

    func run(_ client: GatewayClient, _ output: VerbOutput) async throws {
        try await client.retryOutboxEntry(entry)
        await output.text(
            "Message \(entry) will be tried again. `perch status` shows whether the gateway has its destination.")
    }
}
