import GatewayModel
import LineFormats
import ArgumentParser
import Failures
import GatewayClient

/// `perch pattern remove`: removes patterns.
struct PatternRemove: Verb {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove patterns: all that are named, or none.",
        discussion: """
            A removed pattern that came with the program does not come back with a newer list of the program, only \
            with `perch pattern reset-defaults`. To stop using a pattern for a while, disable it instead.
            """)

    @OptionGroup var targets: PatternTargets

    @OptionGroup var frame: StoreFrame

    func run(_ client: GatewayClient, _ output: VerbOutput) async throws {
        let references = targets.references
        try await client.removePatterns(PatternSelection(patterns: references))
        output.setResult { $0.field("count", references.count) }
        for reference in references { await output.text("Removed: \(reference.words)") }
    }
}
