/// An Eddystone-UID frame: a fixed identity.
///
///     00 | power, 1 | namespace, 10 | instance, 6 | reserved, 2 (some beacons leave them out)
///
/// Source: Eddystone-UID, the open beacon format.
public struct EddystoneUID: Sendable, Hashable {
    private let words: Words128
    /// Namespace (10 bytes) and instance (6 bytes) as one number.
    public var id: UInt128 { words.value }
    /// Received power at 0 m, in dBm; at one metre it is 41 dB lower.
    public var powerAt0mDBm: Int8

    private static let frameType: UInt8 = 0x00

    /// Makes a frame for advertising.
    public init(id: UInt128, powerAt0mDBm: Int8) {
        words = Words128(id)
        self.powerAt0mDBm = powerAt0mDBm
    }

    init?(uuid: BluetoothUUID, payload: RawSpan) {
        guard uuid == .eddystone, payload.byteCount >= 18, payload.byte(at: 0) == EddystoneUID.frameType else {
            return nil
        }
        powerAt0mDBm = Int8(bitPattern: payload.byte(at: 1))
        words = Words128(payload.bigEndian(at: 2, as: UInt128.self))
    }

    /// Namespace as 20 lowercase digits.
    public var namespace: String { Hexadecimal.text(id >> 48, digits: 20) }

    /// Instance as 12 lowercase digits.
    public var instance: String { Hexadecimal.text(id & 0xFFFF_FFFF_FFFF, digits: 12) }

    /// Service data of the frame's advert.
    public var serviceData: ServiceData {
        ServiceData(
            uuid: .eddystone,
            bytes: [EddystoneUID.frameType, UInt8(bitPattern: powerAt0mDBm)] + id.bigEndianBytes + [0, 0])
    }
}

extension BluetoothUUID {
    /// Service of all Eddystone frames.
    public static let eddystone = BluetoothUUID(short: 0xFEAA)
}

extension EddystoneUID: BeaconPayload {
    public static var formatName: StaticString { "eddystone-uid" }

    public var carrier: BeaconCarrier { .serviceData(serviceData) }

    public var summary: String? { "Eddystone \(namespace)/\(instance)" }

    public func forEachField(_ body: (StaticString, BeaconValue) -> Void) {
        body("namespace", .text(namespace))
        body("instance", .text(instance))
        body("power_at_0m", .whole(powerAt0mDBm))
    }
}
