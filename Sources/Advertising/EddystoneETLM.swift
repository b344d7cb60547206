/// An encrypted Eddystone-TLM frame: the state of the beacon, for holders of its key.
///
///     20 | version 01 | encrypted telemetry, 12 | salt, 2 | message integrity check, 2
///
/// Source: Eddystone-TLM, encrypted, the open beacon format.
public struct EddystoneETLM: Sendable, Hashable {
    /// The first eight encrypted bytes, as a number in the order of the bytes.
    private let head: UInt64
    /// The last four of them.
    private let tail: UInt32
    /// Salt and integrity check, each in the order of its bytes; nil if the frame ends before
    /// them.
    private let check: UInt32?

    private static let header: [UInt8] = [0x20, 0x01]

    /// The encrypted bytes: 24 hexadecimal digits.
    public var encryptedTelemetry: String { Hexadecimal.text(head.bigEndianBytes + tail.bigEndianBytes) }
    /// Nil if the frame ends before it, as some beacons' frames do.
    public var salt: UInt16? { check.map { UInt16($0 >> 16) } }
    /// Nil if the frame ends before it.
    public var integrityCheck: UInt16? { check.map { UInt16(truncatingIfNeeded: $0) } }

    init?(uuid: BluetoothUUID, payload: RawSpan) {
        guard uuid == .eddystone, payload.byteCount >= 14, payload.byte(at: 0) == EddystoneETLM.header[0],
            payload.byte(at: 1) == EddystoneETLM.header[1]
        else { return nil }
        head = payload.bigEndian(at: 2, as: UInt64.self)
        tail = payload.bigEndian(at: 10, as: UInt32.self)
        check = payload.byteCount >= 18 ? payload.bigEndian(at: 14, as: UInt32.self) : nil
    }

    /// Service data of the frame's advert.
    public var serviceData: ServiceData {
        ServiceData(
            uuid: .eddystone,
            bytes: EddystoneETLM.header + head.bigEndianBytes + tail.bigEndianBytes + (check?.bigEndianBytes ?? []))
    }
}

extension EddystoneETLM: BeaconPayload {
    public static var formatName: StaticString { "eddystone-etlm" }

    public var carrier: BeaconCarrier { .serviceData(serviceData) }

    public var summary: String? { "Eddystone, encrypted" }

    public func forEachField(_ body: (StaticString, BeaconValue) -> Void) {
        body("encrypted_telemetry", .text(encryptedTelemetry))
        if let salt { body("salt", .hexadecimal(UInt64(salt), digits: 4)) }
        if let integrityCheck { body("mic", .hexadecimal(UInt64(integrityCheck), digits: 4)) }
    }
}
