/// Effect of a deferred operation before it ended. Source: SPEC.md 7.4.
public struct Effect: WireCode {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The operation had no effect.
    public static let none = Effect(rawValue: 0)
    /// The operation was done completely.
    public static let done = Effect(rawValue: 1)
    /// The effect is unknown. Only the caller knows whether retrying is harmless.
    public static let unknown = Effect(rawValue: 2)
}
