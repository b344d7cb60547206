import FlockFinder
import ArgumentParser
import Failures
import GatewayClient
import GatewayModel

/// `perch pattern edit`: changes a pattern.
struct PatternEditVerb: Verb {
    enum Capitals: String, ExpressibleByArgument, CaseIterable {
        case count, ignored
    }

    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Change a pattern. Options left out change nothing.",
        discussion: """
            An update of the program's list does not overwrite patterns that you changed. With a new text, a pattern \
            that came with the program is removed and the new one added; `perch pattern reset-defaults` brings the \
            removed one back. An empty --source or --description removes that entry, and so does --confidence -1.
            """)

    @OptionGroup var target: PatternTarget

    @Option(help: "New text.")
    var text: String?

    @Option(help: "Whether capitals count (SSID only): count or ignored.")
    var capitals: Capitals?

    @Option(help: "Type of device that has it: 1 to 64 bytes.")
    var type: String?

    @Option(help: "Source of the pattern: at most 200 bytes.")
    var source: String?

    @Option(parsing: .unconditional, help: "Confidence in percent, 0...100; -1 for none.")
    var confidence: Int?

    @Option(help: "A description for people: at most 500 bytes.")
    var description: String?

    @OptionGroup var frame: StoreFrame

    func validate() throws {
        guard text != nil || capitals != nil || type != nil || source != nil || confidence != nil || description != nil
        else { throw ValidationError("Give at least one change: --text, --type, --source and so on.") }
        guard confidence.map({ (-1...100).contains($0) }) ?? true else {
            throw ValidationError("--confidence takes 0...100, or -1.")
        }
        guard capitals == nil || target.kind.kind == .ssid else {
            throw ValidationError("--capitals goes with ssid only: no other kind distinguishes capitals.")
        }
    }

    func run(_ client: GatewayClient, _ output: VerbOutput) async throws {
        let edit = PatternEdit(
            target.reference, newPattern: text, newCaseSensitive: capitals.map { $0 == .count }, type: type,
            source: source, confidence: confidence, description: description)
        let changed = try await client.editPattern(edit)
        await output.changes(changed) { pattern in
            let notes = [pattern.source.map(printable), pattern.confidence.map { "\($0) %" }].compactMap(\.self)
            return "Changed: \(pattern.reference.words) → \(printable(pattern.type))"
                + (notes.isEmpty ? "" : " (\(notes.joined(separator: ", ")))")
        }
    }
}
