import Glibc

/// Settings, and who set each of them.
package struct EffectiveSettings: Sendable {
    /// One setting that is in effect.
    package struct Entry: Sendable {
        package let key: SettingKey
        package let value: SettingValue
        package let origin: SettingOrigin

        /// The value for people and lists, as a file would have it: of a URL, the path and the query are left out, since
        /// they may be secrets.
        package var shown: String {
            guard key.form == .urls, case .list(let urls) = value else { return value.toml }
            return SettingValue.list(urls.map(WebURL.withoutPath)).toml
        }
    }

    package private(set) var settings = Settings()
    private var origins: [String: SettingOrigin] = [:]
    /// What is odd and hinders nobody: variables that mean nothing.
    package internal(set) var remarks: [SettingsError.Finding] = []

    /// Every setting, in the order of ``SettingKey/all``.
    package var entries: [Entry] {
        SettingKey.all.map { Entry(key: $0, value: $0.value(settings), origin: origin(of: $0.path)) }
    }

    /// Replaces what was set before.
    mutating func set(_ key: SettingKey, _ value: SettingValue, _ origin: SettingOrigin) {
        key.set(&settings, value)
        origins[key.path] = origin
    }

    mutating func fillPlaces(_ places: Places) {
        settings.socket = settings.socket ?? places.socket
        settings.stateFolder = settings.stateFolder ?? places.stateFolder
    }

    /// What is wrong with values that are right by themselves.
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
        if let listen = settings.listen, ListenAddress(listen)?.isLoopback == false, settings.tlsCertificate == nil {
            found(
                "http.listen",
                "http.listen is \(listen), which other machines can reach; that needs http.tls_certificate and http.tls_key"
            )
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
                // The service may read what whoever asks may not.
                case .cannotRead(_, errno: EACCES): break
                case .cannotRead(_, let code), .cannotWrite(_, let code):
                    found(
                        "notify.webhook_secret_file",
                        "notify.webhook_secret_file cannot be read: \(String(cString: strerror(code)))")
                }
            }
        }
        // The service may read what whoever asks may not.
        if let path = settings.payfritCertificate, access(path, R_OK) != 0, errno != EACCES {
            found(
                "payfrit.pinned_certificate",
                "payfrit.pinned_certificate cannot be read: \(String(cString: strerror(errno)))")
        }
        return findings
    }

    /// Nil for a program that this process may start.
    private static func fault(ofProgram path: String) -> String? {
        var status = stat()
        guard stat(path, &status) == 0 else {
            // What lies in a folder that others may not look into may be there.
            return errno == EACCES ? nil : "which is not there"
        }
        guard status.st_mode & S_IFMT == S_IFREG else { return "which is no program" }
        return status.st_mode & 0o111 == 0 ? "which is not executable" : nil
    }

    private func origin(of path: String) -> SettingOrigin { origins[path] ?? .standard }
}
