/// An Estimote Nearable: a sticker that says how warm it is and whether it is moved.
///
///     01 | id, 8 | hardware, 1 | firmware, 1 | temperature 1/16 °C, 12 bits, then 4 others
///     | state, 1: bit 6 set = moving
///
/// Little-endian, after company id 0x015D.
///
/// Source: Estimote, Nearable advertising packet (estimote-specs).
public struct EstimoteNearable: Sendable, Hashable {
    /// The eight bytes as a number, the first being the most significant.
    public let id: UInt64
    public let hardware: UInt8
    public let firmware: UInt8
    private let temperature: UInt16
    private let state: UInt8

    static let companyID: UInt16 = 0x015D
    private static let frameType: UInt8 = 0x01

    /// -128...127.9375 °C.
    public var temperatureCelsius: Double {
        let raw = Int(temperature & 0xFFF)
        return Double(raw > 2_047 ? raw - 4_096 : raw) / 16
    }

    public var isMoving: Bool { state & 0x40 != 0 }

    /// Decodes the bytes after the company id; ignores bytes after the state.
    init?(companyID: UInt16, payload: RawSpan) {
        guard companyID == EstimoteNearable.companyID, payload.byteCount >= 14,
            payload.byte(at: 0) == EstimoteNearable.frameType
        else { return nil }
        id = payload.bigEndian(at: 1, as: UInt64.self)
        hardware = payload.byte(at: 9)
        firmware = payload.byte(at: 10)
        temperature = payload.littleEndian(at: 11, as: UInt16.self)
        state = payload.byte(at: 13)
    }

    /// Manufacturer data of the advert, without what follows the state.
    public var manufacturerData: ManufacturerData {
        ManufacturerData(
            companyID: EstimoteNearable.companyID,
            bytes: [EstimoteNearable.frameType] + id.bigEndianBytes + [hardware, firmware]
                + temperature.littleEndianBytes
                + [state])
    }
}

extension EstimoteNearable: BeaconPayload {
    public static var formatName: StaticString { "estimote-nearable" }

    public var carrier: BeaconCarrier { .manufacturerData(manufacturerData) }

    public var summary: String? { "Estimote" }

    public func forEachField(_ body: (StaticString, BeaconValue) -> Void) {
        body("id", .hexadecimal(id, digits: 16))
        body("hardware", .whole(hardware))
        body("firmware", .whole(firmware))
        body("temperature_c", .decimal(temperatureCelsius))
        body("moving", .flag(isMoving))
    }
}
