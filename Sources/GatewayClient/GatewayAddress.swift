/// Where a gateway is.
public enum GatewayAddress: Sendable, Hashable {
    /// Path of a unix socket, at most 107 bytes.
    case socket(String)
    case http(host: String, port: Int)
    case https(host: String, port: Int)

    /// Reads `unix:PATH`, `http://HOST[:PORT]` or `https://HOST[:PORT]`; nil for anything else. The port is 8470 unless said.
    public init?(_ text: String) { fatalError("unbuilt") }

    /// What ``init(_:)`` reads.
    public var text: String { fatalError("unbuilt") }
}
