/// What kind of Bluetooth address it is. Source: SPEC.md 9.3.
public struct PeerAddressType: WireCode {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Public.
    public static let `public` = PeerAddressType(rawValue: 0)
    /// Random.
    public static let random = PeerAddressType(rawValue: 1)
    /// Public identity of a resolved private address.
    public static let publicIdentity = PeerAddressType(rawValue: 2)
    /// Random static identity of a resolved private address.
    public static let randomIdentity = PeerAddressType(rawValue: 3)
}
