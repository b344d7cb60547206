/// A setting with its new value, to be written into a file.
package struct SettingsEdit: Sendable {
    package let key: SettingKey
    package let value: SettingValue

    package init(_ key: SettingKey, _ value: SettingValue) {
        self.key = key
        self.value = value
    }

    /// The edit as a line of TOML with a dotted key.
    package var line: String { "\(key.path) = \(value.toml)" }

    /// Whether the settings have the value already.
    package func isMade(in settings: Settings) -> Bool { key.value(settings) == value }

    /// Returns a file's text with edits made, and everything else in it kept: other settings, their
    /// order, comments and blank lines.
    ///
    /// The result is read again: where it does not have exactly the old settings with the edits,
    /// as in a file with inline tables or a value over several lines, there is no result.
    ///
    /// - Parameter path: Name of the file in errors.
    /// - Returns: Nil where a person must edit the file.
    /// - Throws: ``SettingsError`` where the file is invalid as it is.
    package static func applying(
        _ edits: [SettingsEdit], to text: String, path: String
    ) throws(SettingsError) -> String? {
        let before = SettingsFile(path: path, bytes: Array(text.utf8))
        guard before.findings.isEmpty else { throw .invalid(before.findings) }
        var edited = text
        for edit in edits {
            guard let next = edit.made(in: edited) else { return nil }
            edited = next
        }
        let after = SettingsFile(path: path, bytes: Array(edited.utf8))
        var wanted = values(of: before)
        for edit in edits { wanted[edit.key.path] = edit.value }
        return after.findings.isEmpty && values(of: after) == wanted ? edited : nil
    }

    private static func values(of file: SettingsFile) -> [String: SettingValue] {
        Dictionary(file.values.map { ($0.key.path, $0.value) }, uniquingKeysWith: { _, last in last })
    }

    /// Returns the text with one setting changed; nil where the old value is not on one line.
    private func made(in text: String) -> String? {
        let outline = TOMLOutline(text)
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let assignment = "\(key.name) = \(value.toml)"
        if let line = outline.first[[key.table, key.name]] {
            let whole =
                #/^(?<key>\s*[^=]*=\s*)(?:"(?:[^"\\]|\\.)*"|'[^']*'|\[[^\[\]\#]*\]|[^\s\#"'\[{]+)(?<rest>\s*(?:\#.*)?)$/#
            guard let match = lines[line - 1].wholeMatch(of: whole) else { return nil }
            lines[line - 1] = match.key + value.toml + match.rest
        } else if let line = outline.first[[key.table]] {
            lines.insert(assignment, at: line)
        } else {
            while lines.last?.isEmpty == true { lines.removeLast() }
            lines += (lines.isEmpty ? [] : [""]) + ["[\(key.table)]", assignment, ""]
        }
        return lines.joined(separator: "\n")
    }
}
