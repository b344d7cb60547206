// Made from docs/api by tools/api-types. Change that, and run it again.
// swift-format-ignore-file

/// The answer of `POST /v1/store/restore`: the gateway starts again with what was sent
public struct StoreRestore: Codable, Sendable, Hashable {
    /// Of what was sent.
    public var bytes: Int

    public init(bytes: Int) {
        self.bytes = bytes
    }
}

/// The answer of `POST /v1/store/check`
public struct StoreCheck: Codable, Sendable, Hashable {
    /// Empty for a sound database.
    public var findings: [String]

    public init(findings: [String]) {
        self.findings = findings
    }
}
