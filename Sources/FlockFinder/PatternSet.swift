import Foundation

/// Patterns that come with the program and are loaded together.
package struct PatternSet: Sendable, Hashable {
    package let name: String
    /// What they are, for people.
    package let title: String
    package let entries: [PatternEntry]

    package init(name: String, title: String, entries: [PatternEntry]) {
        self.name = name
        self.title = title
        self.entries = entries
    }

    /// Every set that comes with the program, and the version of them all: higher where any of them has changed.
    package struct Bundle: Sendable, Hashable {
        package let version: Int
        package let sets: [PatternSet]

        package init(version: Int, sets: [PatternSet]) {
            self.version = version
            self.sets = sets
        }

        /// What is loaded when nothing is there yet.
        package static let standardName = "standard"

        package subscript(name: String) -> PatternSet? { sets.first { $0.name == name } }
    }

    /// What comes with the program.
    // It cannot fail: a test reads what is embedded.
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
