import ArgumentParser
import GatewayClient

/// `perch outbox drop`: drops a message.
struct OutboxDrop: Verb {
    static let configuration = CommandConfiguration(commandName: "drop", abstract: "Drop a message, delivered or not.")

    @Argument(help: "Number of the message.")
    var entry: Int64

    @OptionGroup var frame: StoreFrame

    func run(_ client: GatewayClient, _ output: VerbOutput) async throws {
        try await client.dropOutboxEntry(entry)
        await output.text("Dropped message \(entry).")
    }
}
