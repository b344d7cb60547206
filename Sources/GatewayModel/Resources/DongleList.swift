/// The answer of `GET /v1/dongles`.
public struct DongleList: Codable, Sendable, Hashable {
    public var dongles: [DongleStatus]

    public init(dongles: [DongleStatus]) {
        self.dongles = dongles
    }
}

/// The answer of `GET /healthz`, which needs no token.
public struct Health: Codable, Sendable, Hashable {
    /// `ok`, or `degraded` while no dongle is live or the store does not record. Degraded is alive: the status is 200.
    public var status: String
    public var version: String
    public var api: Int

    public init(status: String, version: String, api: Int) {
        self.status = status
        self.version = version
        self.api = api
    }
}
