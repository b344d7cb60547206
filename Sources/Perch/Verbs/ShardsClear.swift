import ArgumentParser
import GatewayClient
import GatewayModel

/// `perch provision shards clear`: empties the pool.
struct ShardsClear: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clear", abstract: "Empty the pool. Beacons stay as they are.")

    @OptionGroup(title: "Gateway")
    var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        try await output.run { output in
            try await gateway.withStoreGateway(output) { client in
                _ = try await output.interruptible { try await client.setShards(ShardPool(uuids: [])) }
                await output.text("The pool is empty.")
            }
        }
    }
}
