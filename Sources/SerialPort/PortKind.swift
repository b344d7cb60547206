/// Likelihood that a dongle is behind a port, by its USB ids alone. A smaller value means more
/// likely.
///
/// This is only a ranking. The handshake tells which device really answers.
public enum PortKind: String, Codable, Sendable, Hashable, CaseIterable, Comparable {
    /// USB of the radio chip itself. The baud rate is ignored.
    case native
    /// A vendor's own bridge or debug probe on a development board. It has a UART behind it, so the
    /// baud rate matters.
    case boardBridge
    /// A bridge chip that is used in any kind of device, including modems. It has a UART behind it.
    case bridge
    /// Not in ``KnownDevices``. Opening the port can reset an unrelated board.
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
