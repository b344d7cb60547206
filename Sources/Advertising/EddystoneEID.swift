/// An Eddystone-EID frame: a changing identity, which only holders of the beacon's key can resolve.
///
///     30 | power, 1 | ephemeral id, 8
///
/// Source: Eddystone-EID, the open beacon format.
public struct EddystoneEID: Sendable, Hashable {
    /// The eight bytes as a number, the first being the most significant.
    public var ephemeralID: UInt64
    /// Received power at 0 m, in dBm; at one metre it is 41 dB lower.
    public var powerAt0mDBm: Int8

    private static let frameType: UInt8 = 0x30

    /// Makes a frame for advertising.
    public init(ephemeralID: UInt64, powerAt0mDBm: Int8) {
        self.ephemeralID = ephemeralID
        self.powerAt0mDBm = powerAt0mDBm
    }

    init?(uuid: BluetoothUUID, payload: RawSpan) {
        guard uuid == .eddystone, payload.byteCount >= 10, payload.byte(at: 0) == EddystoneEID.frameType else {
            return nil
        }
        powerAt0mDBm = Int8(bitPattern: payload.byte(at: 1))
        ephemeralID = payload.bigEndian(at: 2, as: UInt64.self)
    }

    /// Service data of the frame's advert.
    public var serviceData: ServiceData {
        ServiceData(
            uuid: .eddystone,
            bytes: [EddystoneEID.frameType, UInt8(bitPattern: powerAt0mDBm)] + ephemeralID.bigEndianBytes)
    }
}

extension EddystoneEID: BeaconPayload {
    public static var formatName: StaticString { "eddystone-eid" }

    public var carrier: BeaconCarrier { .serviceData(serviceData) }

    public var summary: String? { "Eddystone" }

    public func forEachField(_ body: (StaticString, BeaconValue) -> Void) {
        body("id", .hexadecimal(ephemeralID, digits: 16))
        body("power_at_0m", .whole(powerAt0mDBm))
    }
}
