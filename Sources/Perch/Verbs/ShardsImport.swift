import ArgumentParser
import Failures
import GatewayClient
import GatewayModel
import LineFormats

/// `perch provision shards import`: replaces the pool by the UUIDs of a file.
struct ShardsImport: PreparedVerb {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Replace the pool by the UUIDs of a file.",
        discussion: """
            One UUID a line, at most 64; text after a # is a comment. A UUID that occurs twice, or that beacons have \
            from the factory, is refused with its line, and the pool stays as it is.
            """)

    @Argument(help: "The file; - is standard input.", completion: .file())
    var file: String

    @OptionGroup var frame: StoreFrame

    func prepare(_ output: VerbOutput) throws -> ShardPool? {
        let content = ShardFile(try GivenFile.read(file, limit: ShardFile.byteLimit))
        guard content.faults.isEmpty else {
            let failure = PlanFailure(
                file: file == "-" ? "standard input" : file, unit: "line", faults: content.faults,
                code: "shards-invalid", rest: "the pool is as it was")
            failure.lines.forEach(say)
            throw failure
        }
        return ShardPool(uuids: content.uuids)
    }

    func run(_ client: GatewayClient, _ pool: ShardPool, _ output: VerbOutput) async throws {
        let kept = try await client.setShards(pool)
        output.setResult { $0.field("count", kept.uuids.count) }
        await output.text("The pool now has \(counted(kept.uuids.count, "UUID")).")
    }
}
