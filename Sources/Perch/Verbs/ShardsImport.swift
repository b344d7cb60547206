import ArgumentParser
import Failures
import GatewayClient
import GatewayModel
import JSONLines

/// `perch provision shards import`: puts a new pool in the place of the old one.
struct ShardsImport: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Put the UUIDs of a file in the place of the pool.",
        discussion: """
            One UUID a line, at most 64; what follows a # is a remark. A UUID that is there twice, or that beacons have \
            from the factory, is refused with its line, and then the pool stays as it is.
            """)

    @Argument(help: "The file; - is standard input.", completion: .file())
    var file: String

    @OptionGroup(title: "Gateway")
    var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        try await output.run { output in
            let content = ShardFile(try GivenFile.read(file, limit: ShardFile.byteLimit))
            guard content.faults.isEmpty else {
                let failure = PlanFailure(
                    file: file == "-" ? "standard input" : file, unit: "line", faults: content.faults,
                    code: "shards-invalid", rest: "the pool is as it was")
                failure.lines.forEach(say)
                throw failure
            }
            try await gateway.withStoreGateway(output) { client in
                let pool = ShardPool(uuids: content.uuids)
                let kept = try await output.interruptible { try await client.setShards(pool) }
                output.setResult { $0.field("count", kept.uuids.count) }
                await output.text("The pool has \(counted(kept.uuids.count, "UUID")) now.")
            }
        }
    }
}
