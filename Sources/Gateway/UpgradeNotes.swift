import CServedFiles
import GatewayModel
import Store

/// Notes of the changelog for users who upgrade.
package struct UpgradeNotes: Sendable, Hashable {
    /// Such as "Upgraded from 0.2.0 to 0.3.0".
    package let title: String
    /// One or more sentences each, those of the oldest version first.
    package let notes: [String]

    /// Collects the notes of every version after `last` up to `current`; nil if `current` is not
    /// newer.
    init?(from last: String, to current: String, changelog: String) {
        guard let lastVersion = Version(last), let version = Version(current), lastVersion < version else { return nil }
        title = "Upgraded from \(last) to \(current)"
        notes = UpgradeNotes.sections(of: changelog)
            .filter { lastVersion < $0.version && $0.version <= version }
            .sorted { $0.version < $1.version }.flatMap(\.notes)
    }

    /// Reads the items under `### Upgrade notes` of each version.
    private static func sections(of changelog: String) -> [(version: Version, notes: [String])] {
        var sections: [(version: Version, notes: [String])] = []
        var isInNotes = false
        for line in changelog.split(separator: "\n") {
            if line.hasPrefix("#") {
                isInNotes = line == "### Upgrade notes"
                let name = line.split { "[]".contains($0) }.dropFirst().first
                if line.hasPrefix("## "), let version = name.flatMap(Version.init) { sections.append((version, [])) }
            } else if isInNotes, let last = sections.indices.last {
                if line.hasPrefix("- ") {
                    sections[last].notes.append(String(line.dropFirst(2)))
                } else if let item = sections[last].notes.indices.last {
                    sections[last].notes[item] += " " + line.drop { $0 == " " }
                }
            }
        }
        return sections
    }

    /// Three numbers, such as 0.3.0.
    private struct Version: Comparable {
        private let numbers: [Int]

        init?(_ text: some StringProtocol) {
            numbers = text.split(separator: ".", omittingEmptySubsequences: false).compactMap { Int($0) }
            guard numbers.count == 3, numbers.map(String.init).joined(separator: ".") == text else { return nil }
        }

        static func < (one: Version, other: Version) -> Bool {
            one.numbers.lexicographicallyPrecedes(other.numbers)
        }
    }
}

extension Store {
    /// Notes for the upgrade since the database was used last; nil if there was none.
    package var upgradeNotes: UpgradeNotes? {
        let file = perch_file_changelog()
        let changelog = String(decoding: UnsafeBufferPointer(start: file.bytes, count: file.count), as: UTF8.self)
        return UpgradeNotes(from: lastVersion, to: APIVersion.program, changelog: changelog)
    }
}
