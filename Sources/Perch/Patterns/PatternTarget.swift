import ArgumentParser
import FlockFinder
import GatewayModel

/// Which pattern a verb is about.
struct PatternTarget: ParsableArguments {
    @Argument(help: "ssid, mac, ble-name, ble-uuid or ble-manufacturer.")
    var kind: PatternKindArgument

    @Argument(help: "Its text, in any usual spelling.")
    var pattern: String

    @OptionGroup var capitals: PatternCapitals

    var reference: PatternReference { capitals.reference(kind, pattern) }
}

/// Which patterns of a kind a verb is about.
struct PatternTargets: ParsableArguments {
    @Argument(help: "ssid, mac, ble-name, ble-uuid or ble-manufacturer.")
    var kind: PatternKindArgument

    @Argument(help: "Their texts, in any usual spelling.")
    var patterns: [String]

    @OptionGroup var capitals: PatternCapitals

    var references: [PatternReference] { patterns.map { capitals.reference(kind, $0) } }

    func validate() throws {
        guard !patterns.isEmpty else { throw ValidationError("Name at least one pattern.") }
    }
}

/// Which one of an SSID that is there twice.
struct PatternCapitals: ParsableArguments {
    @Flag(
        inversion: .prefixedNo,
        help: "Where an SSID is there twice: the one whose capitals count, or the other one.")
    var caseSensitive: Bool?

    func reference(_ kind: PatternKindArgument, _ pattern: String) -> PatternReference {
        // What is none is for the gateway to refuse, in its words.
        let text = (try? Pattern.normalised(pattern, kind.kind)) ?? pattern
        return PatternReference(kind: kind.kind, pattern: text, caseSensitive: caseSensitive)
    }
}

/// A kind of pattern, as it is typed.
struct PatternKindArgument: ExpressibleByArgument {
    let kind: PatternKind

    init?(argument: String) {
        guard let kind = PatternKind(rawValue: argument.lowercased()) else { return nil }
        self.kind = kind
    }

    static var allValueStrings: [String] { PatternKind.allCases.map(\.rawValue) }
}
