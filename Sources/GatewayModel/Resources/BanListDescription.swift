/// UUIDs that makers ship, or that mean nothing: the answer of `GET /v1/provisioning/ban-list`.
public struct BanListDescription: Codable, Sendable, Hashable {
    /// In the order of their prefixes.
    public var entries: [BannedUUID]

    public init(entries: [BannedUUID]) {
        self.entries = entries
    }
}
