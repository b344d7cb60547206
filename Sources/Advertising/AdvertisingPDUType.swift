/// The link-layer packet an advert came in.
///
/// Codes are the four bits of the link layer's header; 15, which the link layer does not use, stands for unknown.
///
/// Source: Core Specification, Vol 6, Part B, 2.3.
public struct AdvertisingPDUType: RawRepresentable, Sendable, Hashable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Connectable and scannable.
    public static let connectable = AdvertisingPDUType(rawValue: 0)
    /// Connectable by one named device; carries no data.
    public static let directed = AdvertisingPDUType(rawValue: 1)
    /// Neither connectable nor scannable: what most beacons send.
    public static let nonConnectable = AdvertisingPDUType(rawValue: 2)
    /// The answer to an active scanner.
    public static let scanResponse = AdvertisingPDUType(rawValue: 4)
    /// Scannable, not connectable.
    public static let scannable = AdvertisingPDUType(rawValue: 6)
    /// Any packet of extended advertising.
    public static let extended = AdvertisingPDUType(rawValue: 7)
    /// The source did not say.
    public static let unknown = AdvertisingPDUType(rawValue: 15)

    private static let names: [(type: AdvertisingPDUType, name: String)] = [
        (.connectable, "ADV_IND"), (.directed, "ADV_DIRECT_IND"), (.nonConnectable, "ADV_NONCONN_IND"),
        (.scanResponse, "SCAN_RSP"), (.scannable, "ADV_SCAN_IND"), (.extended, "EXT_ADV"), (.unknown, "UNKNOWN"),
    ]

    /// The specification's name, `EXT_ADV` for extended advertising, `UNKNOWN` for every code without a name here.
    public var name: String {
        AdvertisingPDUType.names.first { $0.type == self }?.name ?? "UNKNOWN"
    }

    /// The type of that ``name``, or nil.
    public init?(name: String) {
        guard let entry = AdvertisingPDUType.names.first(where: { $0.name == name }) else { return nil }
        self = entry.type
    }
}
