/// UUIDs that makers ship, or that mean nothing: the answer of `GET /v1/provisioning/ban-list`.
public struct BanListDescription: Codable, Sendable, Hashable {
    /// In the order of their prefixes.
    public var entries: [BannedUUID]

    public init(entries: [BannedUUID]) {
        self.entries = entries
    }
}

/// UUIDs that begin with the same eight digits.
public struct BannedUUID: Codable, Sendable, Hashable {
    /// Eight hexadecimal digits, uppercase. A UUID that begins with them is banned.
    public var prefix: String
    /// The whole UUID, where it is known.
    public var uuid: String?
    /// Who ships it, in words; several makers share one.
    public var vendors: [String]

    public init(prefix: String, uuid: String?, vendors: [String]) {
        self.prefix = prefix
        self.uuid = uuid
        self.vendors = vendors
    }
}
