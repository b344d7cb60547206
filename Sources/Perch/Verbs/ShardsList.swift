import ArgumentParser
import Failures
import GatewayClient
import GatewayModel
import JSONLines

/// `perch provision shards list`, or `perch provision shards` for short.
struct ShardsList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the pool.")

    @OptionGroup(title: "Gateway")
    var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        try await output.run { output in
            try await gateway.withStoreGateway(output) { client in
                let pool = try await output.interruptible { try await client.shards() }
                output.setResult { $0.field("count", pool.uuids.count) }
                for uuid in pool.uuids {
                    await output.line("shard") { $0.field("uuid", text: uuid) }
                    await output.text("\(uuid)")
                }
                if pool.uuids.isEmpty { await output.text("The pool is empty.") }
            }
        }
    }
}
