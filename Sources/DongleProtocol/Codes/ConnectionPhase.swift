/// State of a connection slot in use. Source: SPEC.md 8.3.
public struct ConnectionPhase: WireCode {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// A CONNECT is open on the slot.
    public static let connecting = ConnectionPhase(rawValue: 1)
    /// The connection is established.
    public static let connected = ConnectionPhase(rawValue: 2)
    /// The connection is ending, but the controller has not confirmed this yet.
    public static let closing = ConnectionPhase(rawValue: 3)
}
