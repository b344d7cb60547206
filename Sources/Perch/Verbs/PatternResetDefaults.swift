import LineFormats
import ArgumentParser
import Failures
import FlockFinder
import GatewayClient
import GatewayModel

/// `perch pattern reset-defaults`: restores the patterns that come with the program.
struct PatternResetDefaults: Verb {
    static let configuration = CommandConfiguration(
        commandName: "reset-defaults", abstract: "Bring the program's own patterns to what they came as.",
        discussion: """
            Removed ones come back, changed ones are as they were, and on or off as they came. What somebody added stays. With \
            --set sourced, signatures from datasets and reports are loaded, too. What somebody has changed is listed, and asked \
            for on a terminal; `perch pattern undo` takes it back.
            """)

    @Option(
        help: ArgumentHelp(
            "A set to load or restore; again and again for more. Without it those that were loaded before.",
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
