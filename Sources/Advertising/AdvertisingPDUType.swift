/// Type of the link-layer packet that carries an advert.
///
/// Codes are the four bits of the link layer's header; 15, which the link layer does not use, means
/// unknown.
///
/// Source: Core Specification, Vol 6, Part B, 2.3.
public struct AdvertisingPDUType: RawRepresentable, Sendable, Hashable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Connectable and scannable.
    public static let connectable = AdvertisingPDUType(rawValue: 0)
    /// Connectable by one particular device; carries no data.
    public static let directed = AdvertisingPDUType(rawValue: 1)
    /// Neither connectable nor scannable, as sent by most beacons.
    public static let nonConnectable = AdvertisingPDUType(rawValue: 2)
    /// Answer to an active scanner.
    public static let scanResponse = AdvertisingPDUType(rawValue: 4)
    /// Scannable, not connectable.
    public static let scannable = AdvertisingPDUType(rawValue: 6)
    /// Any packet of extended advertising.
    public static let extended = AdvertisingPDUType(rawValue: 7)
    /// The source did not state the type.
    public static let unknown = AdvertisingPDUType(rawValue: 15)

    private static let names: [(type: AdvertisingPDUType, name: String)] = [
        (.connectable, "ADV_IND"), (.directed, "ADV_DIRECT_IND"), (.nonConnectable, "ADV_NONCONN_IND"),
        (.scanResponse, "SCAN_RSP"), (.scannable, "ADV_SCAN_IND"), (.extended, "EXT_ADV"), (.unknown, "UNKNOWN"),
    ]

    /// Name in the specification; `EXT_ADV` for extended advertising, `UNKNOWN` for every code
    /// without a name here.
    public var name: String {
        AdvertisingPDUType.names.first { $0.type == self }?.name ?? "UNKNOWN"
    }

    /// Finds the type with this ``name``; nil if there is none.
    public init?(name: String) {
        guard let entry = AdvertisingPDUType.names.first(where: { $0.name == name }) else { return nil }
        self = entry.type
    }
}
