/// How likely a dongle is behind a port, by its USB ids alone; the smaller, the likelier.
///
/// It only ranks. What speaks on the other side is known after the handshake.
public enum PortKind: String, Codable, Sendable, Hashable, CaseIterable, Comparable {
    /// USB of the radio chip itself. The baud rate is ignored.
    case native
    /// A vendor's own bridge or debug probe on a development board. There is a UART behind it, so the baud rate counts.
    case boardBridge
    /// A bridge chip that sits in any kind of device, modems included. There is a UART behind it.
    case bridge
    /// Not in ``KnownDevices``. Opening it can reset a stranger's board.
    case unknown

    public static func < (lhs: PortKind, rhs: PortKind) -> Bool { lhs.rank < rhs.rank }

    private var rank: Int {
        switch self {
        case .native: 0
        case .boardBridge: 1
        case .bridge: 2
        case .unknown: 3
        }
    }
}
