/// What a deferred operation did before it ended. Source: SPEC.md 7.4.
public struct Effect: WireCode {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Nothing.
    public static let none = Effect(rawValue: 0)
    /// All that was asked.
    public static let done = Effect(rawValue: 1)
    /// It cannot be told; only the caller knows whether trying again is harmless.
    public static let unknown = Effect(rawValue: 2)
}
