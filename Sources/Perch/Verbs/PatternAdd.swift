import FlockFinder
import ArgumentParser
import Failures
import GatewayClient
import GatewayModel

/// `perch pattern add`: adds a pattern.
struct PatternAdd: Verb {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add a pattern. It is used at once, unless --disabled is given.")

    @Argument(help: "Kind: ssid, mac, ble-name, ble-uuid or ble-manufacturer.")
    var kind: PatternKindArgument

    @Argument(help: "Text to match. For an address, its first 6 to 12 digits, in any usual spelling.")
    var pattern: String

    @Option(help: "Type of device that has it, such as \"Flock Safety\": 1 to 64 bytes.")
    var type: String

    @Flag(help: "Capitals count (SSID only).")
    var caseSensitive = false

    @Flag(help: "Add the pattern disabled.")
    var disabled = false

    @OptionGroup(title: "About the pattern")
    var notes: PatternNoteOptions

    @OptionGroup var frame: StoreFrame

    func validate() throws {
        guard !caseSensitive || kind.kind == .ssid else {
            throw ValidationError("--case-sensitive goes with ssid only: no other kind distinguishes capitals.")
        }
        guard notes.confidence.map({ (0...100).contains($0) }) ?? true else {
            throw ValidationError("--confidence takes 0...100.")
        }
    }

    func run(_ client: GatewayClient, _ output: VerbOutput) async throws {
        let definition = PatternDefinition(
            kind: kind.kind, pattern: pattern, type: type, enabled: !disabled,
            caseSensitive: caseSensitive, source: notes.source, confidence: notes.confidence,
            description: notes.description)
        let added = try await client.addPattern(definition)
        await output.changes(added) { "Added: \($0.reference.words) → \(printable($0.type))" }
    }
}

/// Notes about a pattern: source, confidence and description.
struct PatternNoteOptions: ParsableArguments {
    @Option(help: "Source of the pattern: at most 200 bytes.")
    var source: String?

    @Option(help: "Confidence that a match is such a device, in percent, 0...100.")
    var confidence: Int?

    @Option(help: "A description for people: at most 500 bytes.")
    var description: String?
}
