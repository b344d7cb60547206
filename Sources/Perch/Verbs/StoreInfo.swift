import ArgumentParser
import GatewayClient

/// `perch store info`: shows the place and the size of the database.
struct StoreInfo: Verb {
    static let configuration = CommandConfiguration(
        commandName: "info", abstract: "Show where the database is and how much is in it.")

    @OptionGroup var frame: StoreFrame

    func run(_ client: GatewayClient, _ output: VerbOutput) async throws {
        let store = try await client.store()
        try await output.line("store", of: store)
        for line in store.prose { await output.text(line) }
    }
}
