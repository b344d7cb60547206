import Foundation

/// Patterns that come with the program and are loaded together.
package struct PatternSet: Sendable, Hashable {
    package let name: String
    /// Description of the patterns, for people.
    package let title: String
    package let entries: [PatternEntry]

    package init(name: String, title: String, entries: [PatternEntry]) {
        self.name = name
        self.title = title
        self.entries = entries
    }

    /// All sets that come with the program, and their common version, which rises when any of them
    /// changes.
    package struct Bundle: Sendable, Hashable {
        package let version: Int
        package let sets: [PatternSet]

        package init(version: Int, sets: [PatternSet]) {
            self.version = version
            self.sets = sets
        }

        /// Set that is loaded when there are no patterns yet.
        package static let standardName = "standard"

        package subscript(name: String) -> PatternSet? { sets.first { $0.name == name } }
    }

    /// Sets that come with the program.
    // Decoding cannot fail: a test reads the embedded file.
    package static let bundled =
        (try? JSONDecoder().decode(Bundle.self, from: Data(PackageResources.patterns_json)))
        ?? Bundle(version: 0, sets: [])
}

extension PatternSet.Bundle: Decodable {
    private enum CodingKeys: String, CodingKey {
        case version, sets
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        version = try container.decode(Int.self, forKey: .version)
        sets = try container.decode([PatternSet].self, forKey: .sets)
    }
}

extension PatternSet: Decodable {
    private enum CodingKeys: String, CodingKey {
        case name, title, patterns
    }

    private struct Row: Decodable {
        let kind: PatternKind
        let pattern: String
        let type: String
        let caseSensitive: Bool?
        let enabled: Bool
        let source: String?
        let confidence: Int?
        let description: String?

        private enum CodingKeys: String, CodingKey {
            case kind, pattern, type, enabled, source, confidence, description
            case caseSensitive = "case_sensitive"
        }

        var entry: PatternEntry {
            get throws(PatternFault) {
                try PatternEntry(
                    Pattern(
                        kind, pattern, deviceType: type, isCaseSensitive: caseSensitive ?? false, isEnabled: enabled),
                    source: source, confidence: confidence, details: description)
            }
        }
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.decode(String.self, forKey: .name)
        title = try container.decode(String.self, forKey: .title)
        entries = try container.decode([Row].self, forKey: .patterns).map { try $0.entry }
    }
}
