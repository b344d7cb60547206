import GatewayModel

/// A client of one gateway's API.
public final class GatewayClient: Sendable {
    public let address: GatewayAddress

    /// - Parameters:
    ///   - token: What a TCP gateway wants to be shown.
    ///   - trustRoots: PEM file of the certificates to trust, instead of the system's.
    public init(address: GatewayAddress, token: String? = nil, trustRoots: String? = nil) {
        self.address = address
    }

    /// Ends every stream and connection. To be called on every path.
    public func close() async {}
}
