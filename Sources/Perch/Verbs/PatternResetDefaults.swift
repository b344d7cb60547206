import LineFormats
import ArgumentParser
import Failures
import FlockFinder
import GatewayClient
import GatewayModel

/// `perch pattern reset-defaults`: restores the patterns that come with the program.
struct PatternResetDefaults: Verb {
    static let configuration = CommandConfiguration(
        commandName: "reset-defaults", abstract: "Restore the patterns that came with the program.",
        discussion: """
            Removed patterns come back, and changed ones return to their original state, enabled or disabled as they \
            came. Patterns that you added stay. With --set sourced, signatures from datasets and reports are loaded, \
            too. Perch lists the patterns that you changed and, at a terminal, asks first; `perch pattern undo` \
            undoes the reset.
            """)

    @Option(
        help: ArgumentHelp(
            "Set to load or restore; may be given several times. Without it, the sets loaded before.",
            valueName: "standard|sourced"))
    var set: [String] = []

    @OptionGroup var consent: ConsentOptions

    @OptionGroup var frame: StoreFrame

    func run(_ client: GatewayClient, _ output: VerbOutput) async throws {
        var wish = PatternReset(sets: set.isEmpty ? nil : set)
        wish.mayRemove = consent.mayRemove
        let report = try await output.agreed(wish, agree: { $0.mayRemove = true }) {
            try await client.resetPatterns($0)
        }
        output.setResult { $0.field("count", report.sets.count) }
        for set in report.sets {
            try await output.line("pattern-set", of: set)
            await output.text(
                "\(set.name), version \(set.version): \(set.added) added, \(set.updated) restored, "
                    + "\(set.removed) removed, \(set.kept) left alone.")
        }
    }
}
