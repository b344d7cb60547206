/// How far a connection slot in use is. Source: SPEC.md 8.3.
public struct ConnectionPhase: WireCode {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// A CONNECT is open on it.
    public static let connecting = ConnectionPhase(rawValue: 1)
    /// The connection is established.
    public static let connected = ConnectionPhase(rawValue: 2)
    /// The controller has yet to confirm its end.
    public static let closing = ConnectionPhase(rawValue: 3)
}
