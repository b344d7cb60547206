import ArgumentParser
import Failures
import GatewayClient
import GatewayModel
import LineFormats

/// `perch pattern undo`: undoes the last change of many patterns at once.
struct PatternUndoVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "undo",
        abstract: "Bring the patterns and scan settings to what they were before the last big change.",
        discussion: """
            What can be taken back is what a pull, a sync, an import or reset-defaults did, the last of them first. What was \
            changed since goes with it, which is asked for on a terminal.
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
