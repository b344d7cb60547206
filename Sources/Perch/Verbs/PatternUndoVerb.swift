import ArgumentParser
import Failures
import GatewayClient
import GatewayModel
import LineFormats

/// `perch pattern undo`: undoes the last change of many patterns at once.
struct PatternUndoVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "undo",
        abstract: "Undo the last big change of patterns and scan settings.",
        discussion: """
            Undoes a pull, a sync, an import or a reset-defaults, the last one first. Later changes are lost with it; \
            at a terminal, Perch asks before that.
            """)

    @OptionGroup var consent: ConsentOptions

    @OptionGroup var frame: StoreFrame

    func run(_ client: GatewayClient, _ output: VerbOutput) async throws {
        let wish = PatternUndo(mayRemove: consent.mayRemove)
        let undone = try await output.agreed(wish, agree: { $0.mayRemove = true }) {
            try await client.undoPatterns($0)
        }
        output.setResult {
            $0.field("cause", text: undone.cause)
            $0.field("at", text: undone.at)
        }
        await output.text(
            "The patterns and scan settings are as they were before the \(undone.cause) of \(undone.at)."
        )
    }
}
