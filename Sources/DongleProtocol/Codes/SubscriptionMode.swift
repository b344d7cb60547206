/// What SUBSCRIBE asks of a peer. Source: SPEC.md 10.8.
public struct SubscriptionMode: WireCode {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Nothing any more.
    public static let off = SubscriptionMode(rawValue: 0)
    /// Notifications, which are not confirmed.
    public static let notifications = SubscriptionMode(rawValue: 1)
    /// Indications, each confirmed.
    public static let indications = SubscriptionMode(rawValue: 2)
}
