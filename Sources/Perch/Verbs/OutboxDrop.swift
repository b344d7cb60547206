import ArgumentParser
import GatewayClient

/// `perch outbox drop`: drops a message.
struct OutboxDrop: Verb {
    static let configuration = CommandConfiguration(commandName: "drop", abstract: "Drop one, delivered or not.")

    @Argument(help: "Its number.")
    var entry: Int64

    @OptionGroup var frame: StoreFrame

    func run(_ client: GatewayClient, _ output: VerbOutput) async throws {
        try await client.dropOutboxEntry(entry)
        await output.text("\(entry) is dropped.")
    }
}
