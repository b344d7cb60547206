import Glibc

/// Sources of settings: flags override variables, and variables override files.
package struct SettingsSources: Sendable {
    /// A flag that was given, with its text in the format of variables.
    package struct Flag: Sendable, Hashable {
        /// Name of the flag, including dashes; one of ``SettingKey/flags``.
        package let name: String
        package let text: String

        package init(_ name: String, _ text: String) {
            self.name = name
            self.text = text
        }
    }

    /// Variables of other parts of the program, whose names begin like those of settings.
    static let otherVariables: Set = [
        "PERCH_GATEWAY", "PERCH_TOKEN_FILE", "PERCH_RECORDINGS", "PERCH_CONFIG", "PERCH_CA_FILE", "PERCH_PROGRAMS",
        "PERCH_HCI_DONGLE",
    ]

    package var environment: [String: String]
    package var places: Places
    /// File to read instead of the usual ones. Nil = the file in the variable `PERCH_CONFIG`, or
    /// else the usual files.
    package var file: String?
    package var flags: [Flag] = []

    package init(environment: [String: String], places: Places, file: String? = nil) {
        self.environment = environment
        self.places = places
        self.file = file ?? environment["PERCH_CONFIG"].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Loads all settings, with default paths for those that are not set.
    ///
    /// - Throws: ``SettingsError``, with all errors found.
    package func load() throws(SettingsError) -> EffectiveSettings {
        var effective = EffectiveSettings()
        var findings: [SettingsError.Finding] = []
        for path in file.map({ [$0] }) ?? places.settingsFiles {
            guard let file = try SettingsFile.read(path) else {
                // The usual files need not exist.
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

    /// Returns the errors of one file by itself.
    ///
    /// - Throws: ``SettingsError/cannotRead(path:errno:)``, also if the file does not exist.
    package static func findings(in path: String) throws(SettingsError) -> [SettingsError.Finding] {
        guard let file = try SettingsFile.read(path) else { throw .cannotRead(path: path, errno: ENOENT) }
        var effective = EffectiveSettings()
        for (key, value, line) in file.values { effective.set(key, value, .file(path: path, line: line)) }
        return file.findings + effective.contradictions
    }

    /// Reads the environment. An empty variable counts as not set.
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
                // Not an error: the variable may belong to a later version or to another program.
                effective.remarks.append(
                    SettingsError.Finding(
                        place: name,
                        message: "this variable is not a setting" + (meant.map { "; did you mean \($0)?" } ?? "")))
            }
        }
        return findings
    }
}
