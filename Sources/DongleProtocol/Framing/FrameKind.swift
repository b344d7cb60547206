/// Kind of a frame, which implies the direction. Source: SPEC.md 2.
public struct FrameKind: WireCode {
    public let rawValue: UInt8

    /// - Parameter rawValue: 0...15. The header has only 4 bits for it.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue & 0x0F
    }

    /// Dongle to host: the dongle has started.
    public static let boot = FrameKind(rawValue: 0)
    /// Host to dongle: do something.
    public static let request = FrameKind(rawValue: 1)
    /// Dongle to host: the answer to one request.
    public static let response = FrameKind(rawValue: 2)
    /// Dongle to host: something happened.
    public static let event = FrameKind(rawValue: 3)
    /// Host to dongle: acknowledges stream A.
    public static let grant = FrameKind(rawValue: 4)
    /// Dongle to host: a line of the dongle's log.
    public static let log = FrameKind(rawValue: 5)

    /// Whether a host expects this kind on its line. False for the host's own frames coming back
    /// and for unknown kinds.
    public var isFromDongle: Bool {
        self == .boot || self == .response || self == .event || self == .log
    }
}
