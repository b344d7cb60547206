import ArgumentParser
import Failures
import GatewayClient
import GatewayModel
import LineFormats

/// `perch provision shards list`, or `perch provision shards` for short.
struct ShardsList: Verb {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the pool.")

    @OptionGroup var frame: StoreFrame

    func run(_ client: GatewayClient, _ output: VerbOutput) async throws {
        let pool = try await client.shards()
        output.setResult { $0.field("count", pool.uuids.count) }
        for uuid in pool.uuids {
            await output.line("shard") { $0.field("uuid", text: uuid) }
            await output.text("\(uuid)")
        }
        if pool.uuids.isEmpty { await output.text("The pool is empty.") }
    }
}
