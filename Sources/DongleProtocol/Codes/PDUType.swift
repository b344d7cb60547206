/// Type of the advertising PDU, as sent over the air. Source: SPEC.md 9.3.
public struct PDUType: WireCode {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// ADV_IND.
    public static let connectable = PDUType(rawValue: 0)
    /// ADV_DIRECT_IND.
    public static let directed = PDUType(rawValue: 1)
    /// ADV_NONCONN_IND.
    public static let nonConnectable = PDUType(rawValue: 2)
    /// SCAN_RSP.
    public static let scanResponse = PDUType(rawValue: 4)
    /// ADV_SCAN_IND.
    public static let scannable = PDUType(rawValue: 6)
    /// An extended PDU.
    public static let extended = PDUType(rawValue: 7)
    /// The dongle's radio stack does not report the type.
    public static let unknown = PDUType(rawValue: 15)
}
