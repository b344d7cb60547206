/// Kind of updates that SUBSCRIBE asks a peer for. Source: SPEC.md 10.8.
public struct SubscriptionMode: WireCode {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// No updates.
    public static let off = SubscriptionMode(rawValue: 0)
    /// Notifications, which are not confirmed.
    public static let notifications = SubscriptionMode(rawValue: 1)
    /// Indications, each confirmed.
    public static let indications = SubscriptionMode(rawValue: 2)
}
