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
        commandName: "edit", abstract: "Change a pattern. What is not said stays as it is.",
        discussion: """
            A newer list of the program leaves alone what was changed. With another text, a pattern that came with the \
            program is removed and the other one added; `perch pattern reset-defaults` brings it back. An empty --source or \
            --description takes it away, and so does --confidence -1.
            """)

    @OptionGroup var target: PatternTarget

    @Option(help: "Another text.")
    var text: String?

    @Option(help: "Whether capitals count, in an SSID: count or ignored.")
    var capitals: Capitals?

    @Option(help: "What has it: 1 to 64 bytes.")
    var type: String?

    @Option(help: "Who says so: at most 200 bytes.")
    var source: String?

    @Option(parsing: .unconditional, help: "In percent, 0...100; -1 = not stated.")
    var confidence: Int?

    @Option(help: "A description for people: at most 500 bytes.")
    var description: String?

    @OptionGroup var frame: StoreFrame

    func validate() throws {
        guard text != nil || capitals != nil || type != nil || source != nil || confidence != nil || description != nil
        else { throw ValidationError("Say what is to be otherwise: --text, --type, --source and so on.") }
        guard confidence.map({ (-1...100).contains($0) }) ?? true else {
            throw ValidationError("--confidence takes 0...100, or -1.")
        }
        guard capitals == nil || target.kind.kind == .ssid else {
            throw ValidationError("--capitals goes with an SSID; they count nowhere else.")
        }
    }

    func run(_ client: GatewayClient, _ output: VerbOutput) async throws {
        let edit = PatternEdit(
            target.reference, newPattern: text, newCaseSensitive: capitals.map { $0 == .count }, type: type,
            source: source, confidence: confidence, description: description)
        let changed = try await client.editPattern(edit)
        await output.changes(changed) { pattern in
            let notes = [pattern.source.map(printable), pattern.confidence.map { "\($0) %" }].compactMap(\.self)
            return "\(pattern.reference.words) is \(printable(pattern.type)) now"
                + (notes.isEmpty ? "." : " (\(notes.joined(separator: ", "))).")
        }
    }
}
