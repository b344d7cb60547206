// Made from docs/api by tools/api-types. Change that, and run it again.
// swift-format-ignore-file

/// The answer of `POST /v1/store/restore`: the gateway starts again with what was sent
package struct StoreRestore: Codable, Sendable, Hashable {
    /// Of what was sent.
    package var bytes: Int

    package init(bytes: Int) {
        self.bytes = bytes
    }
}

/// The answer of `POST /v1/store/check`
package struct StoreCheck: Codable, Sendable, Hashable {
    /// Empty for a sound database.
    package var findings: [String]

    package init(findings: [String]) {
        self.findings = findings
    }
}
