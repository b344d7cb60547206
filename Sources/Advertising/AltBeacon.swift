/// Payload of an AltBeacon advert.
///
///     BE AC | beacon id, 20 bytes | reference RSSI, 1 | reserved for the maker, 1
///
/// After any company id.
///
/// The beacon id is read as UUID, major and minor, as the format recommends and its users do.
///
/// Source: AltBeacon Protocol Specification 1.0.
public struct AltBeacon: Sendable, Hashable {
    /// Bluetooth SIG id of the maker.
    public var companyID: UInt16
    /// The beacon id.
    public var identity: BeaconIdentity
    /// RSSI at one metre, in dBm.
    public var measuredPowerDBm: Int8
    /// Byte reserved for the maker.
    public var reserved: UInt8

    private static let prefix: [UInt8] = [0xBE, 0xAC]

    /// Makes a beacon for advertising.
    public init(companyID: UInt16, identity: BeaconIdentity, measuredPowerDBm: Int8, reserved: UInt8 = 0) {
        self.companyID = companyID
        self.identity = identity
        self.measuredPowerDBm = measuredPowerDBm
        self.reserved = reserved
    }

    /// Decodes the bytes after the company id; ignores bytes after the reserved one.
    init?(companyID: UInt16, payload: RawSpan) {
        guard payload.byteCount >= 24, payload.byte(at: 0) == AltBeacon.prefix[0],
            payload.byte(at: 1) == AltBeacon.prefix[1]
        else { return nil }
        self.companyID = companyID
        identity = BeaconIdentity(in: payload, at: 2)
        measuredPowerDBm = Int8(bitPattern: payload.byte(at: 22))
        reserved = payload.byte(at: 23)
    }

    /// Manufacturer data of the beacon's advert.
    public var manufacturerData: ManufacturerData {
        ManufacturerData(
            companyID: companyID,
            bytes: AltBeacon.prefix + identity.bytes + [UInt8(bitPattern: measuredPowerDBm), reserved])
    }
}

extension AltBeacon: BeaconPayload {
    public static var formatName: StaticString { "altbeacon" }

    public var carrier: BeaconCarrier { .manufacturerData(manufacturerData) }

    public var summary: String? { nil }

    public func forEachField(_ body: (StaticString, BeaconValue) -> Void) {
        identity.forEachField(body)
        body("power", .whole(measuredPowerDBm))
    }
}
