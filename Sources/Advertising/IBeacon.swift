/// Payload of an iBeacon advert.
///
///     02 15 | UUID, 16 bytes | major, 2 | minor, 2 | measured power, 1
///
/// Big-endian, after company id 0x004C.
///
/// Source: Apple, Proximity Beacon Specification, release R1.
public struct IBeacon: Sendable, Hashable {
    /// UUID, major and minor.
    public var identity: BeaconIdentity
    /// RSSI at one metre, in dBm. 0 means that it was never measured; some makers use the byte for
    /// something else.
    public var measuredPowerDBm: Int8

    static let companyID: UInt16 = 0x004C
    private static let prefix: [UInt8] = [0x02, 0x15]

    /// Makes a beacon for advertising.
    public init(identity: BeaconIdentity, measuredPowerDBm: Int8) {
        self.identity = identity
        self.measuredPowerDBm = measuredPowerDBm
    }

    /// Decodes the bytes after the company id; ignores bytes after the measured power.
    init?(companyID: UInt16, payload: RawSpan) {
        guard companyID == IBeacon.companyID, payload.byteCount >= 23,
            payload.byte(at: 0) == IBeacon.prefix[0], payload.byte(at: 1) == IBeacon.prefix[1]
        else { return nil }
        identity = BeaconIdentity(in: payload, at: 2)
        measuredPowerDBm = Int8(bitPattern: payload.byte(at: 22))
    }

    /// Manufacturer data of the beacon's advert.
    public var manufacturerData: ManufacturerData {
        ManufacturerData(
            companyID: IBeacon.companyID,
            bytes: IBeacon.prefix + identity.bytes + [UInt8(bitPattern: measuredPowerDBm)])
    }
}

extension IBeacon: BeaconPayload {
    public static var formatName: StaticString { "ibeacon" }

    public var carrier: BeaconCarrier { .manufacturerData(manufacturerData) }

    public var summary: String? { nil }

    public func forEachField(_ body: (StaticString, BeaconValue) -> Void) {
        identity.forEachField(body)
        body("power", .whole(measuredPowerDBm))
    }
}
