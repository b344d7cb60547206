/// One setting that is in effect.
public struct SettingDescription: Codable, Sendable, Hashable {
    /// `table.key`, as in the file.
    public var key: String
    /// As it would be written in the file. Secrets are never settings, only the files they are in.
    public var value: String
    /// `default`, `file PATH:LINE`, `environment NAME` or `flag --NAME`.
    public var origin: String

    public init(key: String, value: String, origin: String) {
        self.key = key
        self.value = value
        self.origin = origin
    }
}

/// The answer of `GET /v1/settings`.
public struct SettingList: Codable, Sendable, Hashable {
    public var settings: [SettingDescription]

    public init(settings: [SettingDescription]) {
        self.settings = settings
    }
}
