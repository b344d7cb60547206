import FlockFinder
import ArgumentParser
import Failures
import GatewayClient
import GatewayModel
import LineFormats

/// `perch pattern list`: lists the patterns in the store.
struct PatternListVerb: Verb {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the patterns.")

    @Option(help: "Only patterns of this kind.")
    var kind: PatternKindArgument?

    @Option(help: "Only patterns of this type of device, such as \"Flock Safety\".")
    var type: String?

    @Flag(help: "Only enabled patterns.")
    var enabled = false

    @Flag(help: "Only disabled patterns.")
    var disabled = false

    @Flag(help: "Only patterns that were added here.")
    var custom = false

    @Flag(help: "Only patterns that came with the program.")
    var bundled = false

    @Option(help: "Only patterns whose source contains this text.")
    var source: String?

    @OptionGroup var frame: StoreFrame

    func validate() throws {
        guard !enabled || !disabled else { throw ValidationError("Give either --enabled or --disabled.") }
        guard !custom || !bundled else { throw ValidationError("Give either --custom or --bundled.") }
    }

    func run(_ client: GatewayClient, _ output: VerbOutput) async throws {
        let list = try await client.patterns(
            kind: kind?.kind, deviceType: type, enabled: enabled ? true : disabled ? false : nil,
            custom: custom ? true : bundled ? false : nil, source: source)
        let enabledCount = list.patterns.count(where: \.enabled)
        output.setResult {
            $0.field("count", list.patterns.count)
            $0.field("enabled", enabledCount)
            $0.field("total", list.total)
            $0.field("near_duplicates", list.nearDuplicates.count)
        }
        await output.table(list.patterns)
        let others = list.total - list.patterns.count
        await output.text(
            "\(counted(list.patterns.count, "pattern")), \(enabledCount) enabled"
                + (others > 0 ? "; \(others) not shown." : "."))
        await output.notes(list.nearDuplicates)
    }
}
