// Generated from docs/api by tools/api-types. Change docs/api and run tools/api-types.
// swift-format-ignore-file

/// The answer of `POST /v1/store/restore`: the gateway restarts with the backup.
package struct StoreRestore: Codable, Sendable, Hashable {
    /// Size of the backup, in bytes.
    package var bytes: Int

    package init(bytes: Int) {
        self.bytes = bytes
    }
}

/// The answer of `POST /v1/store/check`.
package struct StoreCheck: Codable, Sendable, Hashable {
    /// Problems found; empty for a sound database.
    package var findings: [String]

    package init(findings: [String]) {
        self.findings = findings
    }
}
