import Failures
import FlockFinder
import GatewayModel

extension PatternReference {
    /// Name of the pattern in sentences: `ssid Flock-`.
    var words: String { "\(kind) \(printable(pattern))" + (caseSensitive == true ? " (capitals count)" : "") }
}

extension PatternDescription {
    var reference: PatternReference {
        PatternReference(kind: kind, pattern: pattern, caseSensitive: kind == .ssid ? caseSensitive : nil)
    }

    /// The pattern as a row of the table below ``header``.
    var row: String {
        let origin = (set == nil ? "added" : edited ? "changed" : set ?? "") + (source.map { ", \($0)" } ?? "")
        return [
            enabled ? "on " : "off", fit(kind.rawValue, 16),
            fit(printable(pattern) + (caseSensitive ? " (Aa)" : ""), 36), fit(printable(type), 16),
            fit(confidence.map { "\($0) %" } ?? "-", 5), printable(origin),
        ].joined(separator: "  ")
    }

    static let header = [
        "   ", fit("KIND", 16), fit("PATTERN", 36), fit("TYPE", 16), fit("SURE", 5), "FROM",
    ].joined(separator: "  ")
}

extension PatternDefinition {
    private var reference: PatternReference {
        PatternReference(kind: kind, pattern: pattern, caseSensitive: caseSensitive)
    }

    /// The pattern in words: `ssid Flock-, Flock Safety`.
    var words: String { "\(reference.words), \(printable(type))" + (enabled == false ? ", disabled" : "") }

    /// Returns the changes from an earlier definition, as clauses.
    func changes(from old: PatternDefinition) -> [String] {
        func told(_ text: String?) -> String { text.map { "\"\(printable($0))\"" } ?? "none" }
        var changes: [String] = []
        if old.type != type { changes.append("type \(told(old.type)) → \(told(type))") }
        if old.enabled != enabled { changes.append(enabled == false ? "disabled" : "enabled") }
        if old.source != source { changes.append("source \(told(old.source)) → \(told(source))") }
        if old.confidence != confidence {
            changes.append("confidence \(old.confidence.map { "\($0)" } ?? "-") → \(confidence.map { "\($0)" } ?? "-")")
        }
        if old.description != description { changes.append("description") }
        return changes
    }
}

extension PatternNote {
    /// The note as a sentence for people.
    var words: String {
        let end = effective ? "it adds no match of its own" : "with both enabled, it would add no match of its own"
        return switch relation {
        case .sameButForCase:
            "\(pattern.words) differs from \(other.words) only in case: \(end)."
        case .contains: "\(pattern.words) contains \(other.words): \(end)."
        case .longerPrefix: "\(pattern.words) begins with \(other.words): \(end)."
        case .otherType: "\(pattern.words) and \(other.words) have the same text, but different types."
        }
    }
}

extension PatternImportRow {
    /// The row as a line for people.
    var words: String {
        switch (outcome, pattern, was) {
        case (.added, let pattern?, _): "+ \(pattern.words)"
        case (.changed, let pattern?, let was?):
            "~ \(pattern.words): \(pattern.changes(from: was).joined(separator: ", "))"
        case (.repeated, let pattern?, _):
            "= \(printable(place)): \(pattern.words) is already in \(printable(repeats ?? "the file"))"
        default: "! \(printable(place)): \(printable(reason ?? outcome.rawValue))"
        }
    }
}

extension PatternFit {
    /// The fit as lines for people: a summary, then each exceeded limit.
    var words: [String] {
        let head = "\(device)  \(printable(title)): \(counted(bytes, "byte")) with the enabled patterns"
        guard !excess.isEmpty else { return ["✓ \(head)."] }
        return ["✗ \(head)."] + excess.map { "    \($0.words)" }
    }
}

extension PatternExcess {
    var words: String {
        let what =
            switch limit {
            case "entries": "\(count) patterns of kind \(kind?.rawValue ?? "?"), of which the device keeps \(most)"
            case "address-digits": "\(count) digits of an address, of which the device compares \(most)"
            case "saved": "\(counted(count, "byte")), of which the device can save \(most)"
            case "pool": "\(counted(count, "byte")) of memory, of which the device has \(most)"
            default: "\(counted(count, "byte")), of which the device accepts \(most)"
            }
        let shown = disable.prefix(5).map(\.words).joined(separator: ", ")
        return what + "; it fits without \(shown)\(disableCount > 5 ? " and \(disableCount - 5) more" : "")."
    }
}
