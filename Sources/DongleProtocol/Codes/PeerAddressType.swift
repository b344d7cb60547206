/// Kind of a Bluetooth address. Source: SPEC.md 9.3.
public struct PeerAddressType: WireCode {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Public device address.
    public static let `public` = PeerAddressType(rawValue: 0)
    /// Random device address.
    public static let random = PeerAddressType(rawValue: 1)
    /// Public identity address of a resolved private address.
    public static let publicIdentity = PeerAddressType(rawValue: 2)
    /// Random static identity address of a resolved private address.
    public static let randomIdentity = PeerAddressType(rawValue: 3)
}
