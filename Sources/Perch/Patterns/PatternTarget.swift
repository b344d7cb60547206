import ArgumentParser
import FlockFinder
import GatewayModel

/// The arguments that name one pattern.
struct PatternTarget: ParsableArguments {
    @Argument(help: "ssid, mac, ble-name, ble-uuid or ble-manufacturer.")
    var kind: PatternKindArgument

    @Argument(help: "Text of the pattern, in any usual spelling.")
    var pattern: String

    @OptionGroup var capitals: PatternCapitals

    var reference: PatternReference { capitals.reference(kind, pattern) }
}

/// The arguments that name several patterns of one kind.
struct PatternTargets: ParsableArguments {
    @Argument(help: "ssid, mac, ble-name, ble-uuid or ble-manufacturer.")
    var kind: PatternKindArgument

    @Argument(help: "Texts of the patterns, in any usual spelling.")
    var patterns: [String]

    @OptionGroup var capitals: PatternCapitals

    var references: [PatternReference] { patterns.map { capitals.reference(kind, $0) } }

    func validate() throws {
        guard !patterns.isEmpty else { throw ValidationError("Name at least one pattern.") }
    }
}

/// The option that chooses between two patterns for the same SSID, of which one is case-sensitive.
struct PatternCapitals: ParsableArguments {
    @Flag(
        inversion: .prefixedNo,
        help: "If two patterns have this SSID: use the case-sensitive one, or the other.")
    var caseSensitive: Bool?

    func reference(_ kind: PatternKindArgument, _ pattern: String) -> PatternReference {
        // The gateway refuses a text that is no pattern, with its own message.
        let text = (try? Pattern.normalised(pattern, kind.kind)) ?? pattern
        return PatternReference(kind: kind.kind, pattern: text, caseSensitive: caseSensitive)
    }
}

/// A kind of pattern on the command line.
struct PatternKindArgument: ExpressibleByArgument {
    let kind: PatternKind

    init?(argument: String) {
        guard let kind = PatternKind(rawValue: argument.lowercased()) else { return nil }
        self.kind = kind
    }

    static var allValueStrings: [String] { PatternKind.allCases.map(\.rawValue) }
}
