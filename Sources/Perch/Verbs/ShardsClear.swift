import ArgumentParser
import GatewayClient
import GatewayModel

/// `perch provision shards clear`: empties the pool.
struct ShardsClear: Verb {
    static let configuration = CommandConfiguration(
        commandName: "clear", abstract: "Empty the pool. Beacons stay as they are.")

    @OptionGroup var frame: StoreFrame

    func run(_ client: GatewayClient, _ output: VerbOutput) async throws {
        _ = try await client.setShards(ShardPool(uuids: []))
        await output.text("The pool is empty.")
    }
}
