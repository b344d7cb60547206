import Glibc

/// Settings in effect, and the origin of each.
package struct EffectiveSettings: Sendable {
    /// One setting in effect.
    package struct Entry: Sendable {
        package let key: SettingKey
        package let value: SettingValue
        package let origin: SettingOrigin

        /// Value for people and lists, in TOML; without the paths and queries of URLs, which may be
        /// secret.
        package var shown: String {
            guard key.form == .urls, case .list(let urls) = value else { return value.toml }
            return SettingValue.list(urls.map(WebURL.withoutPath)).toml
        }
    }

    package private(set) var settings = Settings()
    private var origins: [String: SettingOrigin] = [:]
    /// Oddities that are not errors: unknown variables.
    package internal(set) var remarks: [SettingsError.Finding] = []

    /// Every setting, in the order of ``SettingKey/all``.
    package var entries: [Entry] {
        SettingKey.all.map { Entry(key: $0, value: $0.value(settings), origin: origin(of: $0.path)) }
    }

    /// Sets a value, replacing an earlier one.
    mutating func set(_ key: SettingKey, _ value: SettingValue, _ origin: SettingOrigin) {
        key.set(&settings, value)
        origins[key.path] = origin
    }

    mutating func fillPlaces(_ places: Places) {
        settings.socket = settings.socket ?? places.socket
        settings.stateFolder = settings.stateFolder ?? places.stateFolder
    }

    /// Errors in combinations of values that are valid by themselves.
    var contradictions: [SettingsError.Finding] {
        var findings: [SettingsError.Finding] = []
        func found(_ path: String, _ message: String) {
            findings.append(SettingsError.Finding(place: origin(of: path).place, message: message))
        }
        if settings.tlsCertificate != nil, settings.tlsKey == nil {
            found("http.tls_certificate", "http.tls_certificate needs http.tls_key")
        }
        if settings.tlsKey != nil, settings.tlsCertificate == nil {
            found("http.tls_key", "http.tls_key needs http.tls_certificate")
        }
        if let program = settings.notifyCommand.first, let reason = EffectiveSettings.fault(ofProgram: program) {
            found("notify.command", "notify.command names \(SettingValue.text(program).toml), \(reason)")
        }
        if let path = settings.webhookSecretFile {
            do throws(SettingsError) {
                _ = try WebhookSecret.read(path)
            } catch {
                switch error {
                case .invalid(let faults):
                    for fault in faults { found("notify.webhook_secret_file", fault.message) }
                // Not an error: the service may be allowed to read a file that the caller may not.
                case .cannotRead(_, errno: EACCES): break
                case .cannotRead(_, let code), .cannotWrite(_, let code):
                    found(
                        "notify.webhook_secret_file",
                        "notify.webhook_secret_file cannot be read: \(String(cString: strerror(code)))")
                }
            }
        }
        // EACCES is not an error: the service may be allowed to read a file that the caller may
        // not.
        for (key, path) in [
            ("payfrit.pinned_certificate", settings.payfritCertificate),
            ("till.pinned_certificate", settings.tillCertificate),
        ] {
            if let path, access(path, R_OK) != 0, errno != EACCES {
                found(key, "\(key) cannot be read: \(String(cString: strerror(errno)))")
            }
        }
        return findings
    }

    /// Returns why this process cannot start the program; nil if it can.
    private static func fault(ofProgram path: String) -> String? {
        var status = stat()
        guard stat(path, &status) == 0 else {
            // The program may exist in a folder that this user may not search.
            return errno == EACCES ? nil : "which does not exist"
        }
        guard status.st_mode & S_IFMT == S_IFREG else { return "which is not a program" }
        return status.st_mode & 0o111 == 0 ? "which is not executable" : nil
    }

    private func origin(of path: String) -> SettingOrigin { origins[path] ?? .standard }
}
