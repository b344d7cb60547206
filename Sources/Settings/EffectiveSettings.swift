/// Settings, and who set each of them.
public struct EffectiveSettings: Sendable {
    /// One setting that is in effect.
    public struct Entry: Sendable {
        public let key: SettingKey
        public let value: SettingValue
        public let origin: SettingOrigin
    }

    public private(set) var settings = Settings()
    private var origins: [String: SettingOrigin] = [:]

    /// Every setting, in the order of ``SettingKey/all``.
    public var entries: [Entry] {
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
        return findings
    }

    private func origin(of path: String) -> SettingOrigin { origins[path] ?? .standard }
}
