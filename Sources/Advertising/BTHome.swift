/// A BTHome advert, version 2: measurements and events of sensors of any kind.
///
///     device information, 1: bit 0 encrypted, bit 2 sent for an event, bits 5...7 version 2
///     | objects, each an id, 1, and a value as ``BTHomeObject`` says
///
/// Of an encrypted advert, what follows the device information is ciphertext, a counter of 4 bytes,
/// and a check of 4 bytes.
///
/// Source: BTHome, BLE advertising in the BTHome v2 format.
public struct BTHome: Sendable, Hashable {
    /// Device information and what follows it.
    private let bytes: [UInt8]

    static let service = BluetoothUUID(short: 0xFCD2)
    private static let version: UInt8 = 2
    private static let checkLength = 8

    init?(uuid: BluetoothUUID, payload: RawSpan) {
        guard uuid == BTHome.service, payload.byteCount >= 1, payload.byte(at: 0) >> 5 == BTHome.version else {
            return nil
        }
        bytes = payload.copied()
    }

    /// Whether a key is needed to read the measurements. There are none then.
    public var isEncrypted: Bool { bytes[0] & 1 == 1 }
    /// Whether the device sends when something happens, so that its silence says nothing.
    public var isTriggered: Bool { bytes[0] & 4 == 4 }

    /// Counter of an encrypted advert, which grows with each; nil without one.
    public var counter: UInt32? {
        guard isEncrypted, bytes.count > BTHome.checkLength else { return nil }
        return bytes.suffix(BTHome.checkLength).prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// The values, in the order of the advert, up to an object that is unknown or cut short: its
    /// length is not known, so nothing behind it can be read.
    public var measurements: [BeaconMeasurement] { contents.measurements }

    /// Bytes behind the last value that could be read.
    public var unreadBytes: Int { contents.unread }

    private var contents: (measurements: [BeaconMeasurement], unread: Int) {
        guard !isEncrypted else { return ([], 0) }
        var rest = bytes.dropFirst()
        var measurements: [BeaconMeasurement] = []
        while let id = rest.first, let object = BTHomeObject.known[id] {
            guard let (value, length) = object.value(in: rest.dropFirst()) else { break }
            measurements.append(BeaconMeasurement(name: object.name, value: value, unit: object.unit))
            rest = rest.dropFirst(1 + length)
        }
        return (measurements, rest.count)
    }

    /// Service data of the advert.
    public var serviceData: ServiceData { ServiceData(uuid: BTHome.service, bytes: bytes) }
}

extension BTHome: BeaconPayload {
    public static var formatName: StaticString { "bthome-2" }

    public var carrier: BeaconCarrier { .serviceData(serviceData) }

    /// Text such as `BTHome temperature 27.8 °C, humidity 52 %`: at most three values.
    public var summary: String? {
        guard !isEncrypted else { return "BTHome, encrypted" }
        let shown = measurements.filter { $0.name != BTHomeObject.packetID }.prefix(3)
        return shown.isEmpty ? "BTHome" : "BTHome " + shown.map(\.text).joined(separator: ", ")
    }

    public func forEachField(_ body: (StaticString, BeaconValue) -> Void) {
        if isEncrypted { body("encrypted", .flag(true)) }
        if isTriggered { body("triggered", .flag(true)) }
        if let counter { body("counter", .whole(counter)) }
        let (measurements, unread) = contents
        if !measurements.isEmpty { body("measurements", .measurements(measurements)) }
        if unread > 0 { body("unread_bytes", .whole(unread)) }
    }
}
