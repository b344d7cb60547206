/// An exposure notification of Apple and Google: an identity that changes every few minutes, and
/// metadata for those who were near.
///
///     rolling proximity identifier, 16 | encrypted metadata, 4
///
/// Source: Exposure Notification, Bluetooth Specification 1.2.2.
public struct ExposureNotification: Sendable, Hashable {
    private let high: UInt64
    private let low: UInt64
    private let metadata: UInt32

    static let service = BluetoothUUID(short: 0xFD6F)

    /// 32 hexadecimal digits, in the order of the bytes.
    public var rollingIdentifier: String { Hexadecimal.text(high.bigEndianBytes + low.bigEndianBytes) }
    /// The four bytes in their order.
    public var encryptedMetadata: UInt32 { metadata }

    init?(uuid: BluetoothUUID, payload: RawSpan) {
        guard uuid == ExposureNotification.service, payload.byteCount >= 20 else { return nil }
        high = payload.bigEndian(at: 0, as: UInt64.self)
        low = payload.bigEndian(at: 8, as: UInt64.self)
        metadata = payload.bigEndian(at: 16, as: UInt32.self)
    }

    /// Service data of the advert.
    public var serviceData: ServiceData {
        ServiceData(
            uuid: ExposureNotification.service,
            bytes: high.bigEndianBytes + low.bigEndianBytes + metadata.bigEndianBytes)
    }
}

extension ExposureNotification: BeaconPayload {
    public static var formatName: StaticString { "exposure-notification" }

    public var carrier: BeaconCarrier { .serviceData(serviceData) }

    public var summary: String? { "Exposure notification" }

    public func forEachField(_ body: (StaticString, BeaconValue) -> Void) {
        body("id", .text(rollingIdentifier))
        body("encrypted_metadata", .hexadecimal(UInt64(metadata), digits: 8))
    }
}
