import Glibc

/// Where settings are looked for: flags before variables before files.
package struct SettingsSources: Sendable {
    /// A flag that was given, with its text as a variable would have it.
    package struct Flag: Sendable, Hashable {
        /// With its dashes; one of ``SettingKey/flags``.
        package let name: String
        package let text: String

        package init(_ name: String, _ text: String) {
            self.name = name
            self.text = text
        }
    }

    /// Variables that begin like settings and are for other parts of the program.
    static let otherVariables: Set = [
        "PERCH_GATEWAY", "PERCH_TOKEN_FILE", "PERCH_RECORDINGS", "PERCH_CONFIG", "PERCH_CA_FILE", "PERCH_PROGRAMS",
    ]

    package var environment: [String: String]
    package var places: Places
    /// Read instead of the usual files. Nil = what the variable `PERCH_CONFIG` names, else the usual files.
    package var file: String?
    package var flags: [Flag] = []

    package init(environment: [String: String], places: Places, file: String? = nil) {
        self.environment = environment
        self.places = places
        self.file = file ?? environment["PERCH_CONFIG"].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Everything that is set, with the places filled in that nobody set.
    ///
    /// - Throws: ``SettingsError``, with all that is wrong.
    package func load() throws(SettingsError) -> EffectiveSettings {
        var effective = EffectiveSettings()
        var findings: [SettingsError.Finding] = []
        for path in file.map({ [$0] }) ?? places.settingsFiles {
            guard let file = try SettingsFile.read(path) else {
                // Those that were not asked for need not be there.
                guard self.file == nil else { throw .cannotRead(path: path, errno: ENOENT) }
                continue
            }
            findings += file.findings
            for (key, value, line) in file.values { effective.set(key, value, .file(path: path, line: line)) }
        }
        findings += readVariables(into: &effective)
        for flag in flags {
            guard let key = SettingKey.named(flag.name) else { continue }
            if let fault = key.fault(of: flag.text) {
                findings.append(SettingsError.Finding(place: flag.name, message: fault))
            } else {
                effective.set(key, key.form.value(flag.text), .flag(flag.name))
            }
        }
        findings += effective.contradictions
        guard findings.isEmpty else { throw .invalid(findings) }
        effective.fillPlaces(places)
        return effective
    }

    /// What is wrong with one file by itself.
    ///
    /// - Throws: ``SettingsError/cannotRead(path:errno:)``, where there is none, too.
    package static func findings(in path: String) throws(SettingsError) -> [SettingsError.Finding] {
        guard let file = try SettingsFile.read(path) else { throw .cannotRead(path: path, errno: ENOENT) }
        var effective = EffectiveSettings()
        for (key, value, line) in file.values { effective.set(key, value, .file(path: path, line: line)) }
        return file.findings + effective.contradictions
    }

    /// A variable that is empty counts as not set.
    private func readVariables(into effective: inout EffectiveSettings) -> [SettingsError.Finding] {
        var findings: [SettingsError.Finding] = []
        for (name, text) in environment.sorted(by: { $0.key < $1.key }) where name.hasPrefix("PERCH_") && !text.isEmpty
        {
            if let key = SettingKey.all.first(where: { $0.variable == name }) {
                if let fault = key.fault(of: text) {
                    findings.append(SettingsError.Finding(place: name, message: fault))
                } else {
                    effective.set(key, key.form.value(text), .variable(name))
                }
            } else if !SettingsSources.otherVariables.contains(name) {
                let known = SettingKey.all.map(\.variable) + SettingsSources.otherVariables.sorted()
                let meant = suggestion(for: name, among: known)
                // It may be a later version's, or somebody else's.
                effective.remarks.append(
                    SettingsError.Finding(
                        place: name,
                        message: "this variable means nothing" + (meant.map { "; did you mean \($0)?" } ?? "")))
            }
        }
        return findings
    }
}
