/// Measurements of a RuuviTag, data format 5.
///
///     05 | temperature 0.005 °C, 2 | humidity 0.0025 %, 2 | pressure Pa - 50000, 2
///     | acceleration mG, x 2, y 2, z 2
///     | battery mV - 1600, 11 bits, then (power dBm + 40) / 2, 5 bits
///     | movements, 1 | sequence, 2 | address, 6
///
/// Big-endian, after company id 0x0499. The lowest value of a signed field and all bits set in an
/// unsigned field mean "not available", here nil.
///
/// Source: Ruuvi, Data format 5 (RAWv2).
public struct RuuviTag5: Sendable, Hashable {
    /// -163.835...163.835 °C, in steps of 0.005.
    public var temperatureCelsius: Double? { temperature == .min ? nil : Double(temperature) / 200 }
    /// 0...163.835 %, in steps of 0.0025; above 100, the sensor is faulty.
    public var humidityPercent: Double? { humidity == .max ? nil : Double(humidity) / 400 }
    /// 50000...115534 Pa.
    public var pressurePascal: UInt32? { pressure == .max ? nil : UInt32(pressure) + 50_000 }
    /// -32767...32767, thousandths of the earth's gravity.
    public var accelerationXMilliG: Int16? { accelerationX == .min ? nil : accelerationX }
    /// -32767...32767, thousandths of the earth's gravity.
    public var accelerationYMilliG: Int16? { accelerationY == .min ? nil : accelerationY }
    /// -32767...32767, thousandths of the earth's gravity.
    public var accelerationZMilliG: Int16? { accelerationZ == .min ? nil : accelerationZ }
    /// 1600...3646 mV.
    public var batteryMillivolts: UInt16? { power >> 5 == 0x7FF ? nil : power >> 5 + 1600 }
    /// Transmit power, -40...20 dBm, in steps of 2.
    public var txPowerDBm: Int8? { power & 0x1F == 0x1F ? nil : Int8(power & 0x1F) * 2 - 40 }
    /// Number of detected movements, 0...254, then from 0 again.
    public var movementCount: UInt8? { movements == .max ? nil : movements }
    /// Number of the measurement, 0...65534, then from 0 again.
    public var sequenceNumber: UInt16? { sequence == .max ? nil : sequence }
    /// The tag's own address, even if it advertises under another.
    public var address: BluetoothAddress? {
        sender == RuuviTag5.noAddress ? nil : BluetoothAddress(sender)
    }

    // Stored as sent, so that rounding loses nothing and a tag takes no more memory than its
    // payload.
    private let temperature: Int16
    private let humidity: UInt16
    private let pressure: UInt16
    private let accelerationX: Int16
    private let accelerationY: Int16
    private let accelerationZ: Int16
    private let power: UInt16
    private let movements: UInt8
    private let sequence: UInt16
    private let sender: UInt64

    static let companyID: UInt16 = 0x0499
    private static let format: UInt8 = 0x05
    private static let noAddress: UInt64 = 0xFFFF_FFFF_FFFF

    /// Decodes the bytes after the company id; ignores bytes after the address.
    init?(companyID: UInt16, payload: RawSpan) {
        guard companyID == RuuviTag5.companyID, payload.byteCount >= 24, payload.byte(at: 0) == RuuviTag5.format else {
            return nil
        }
        temperature = payload.bigEndian(at: 1, as: Int16.self)
        humidity = payload.bigEndian(at: 3, as: UInt16.self)
        pressure = payload.bigEndian(at: 5, as: UInt16.self)
        accelerationX = payload.bigEndian(at: 7, as: Int16.self)
        accelerationY = payload.bigEndian(at: 9, as: Int16.self)
        accelerationZ = payload.bigEndian(at: 11, as: Int16.self)
        power = payload.bigEndian(at: 13, as: UInt16.self)
        movements = payload.byte(at: 15)
        sequence = payload.bigEndian(at: 16, as: UInt16.self)
        sender = payload.bigEndian(at: 16, as: UInt64.self) & RuuviTag5.noAddress
    }

    /// Manufacturer data of the measurements' advert.
    public var manufacturerData: ManufacturerData {
        var bytes = [RuuviTag5.format]
        bytes += temperature.bigEndianBytes + humidity.bigEndianBytes + pressure.bigEndianBytes
        bytes += accelerationX.bigEndianBytes + accelerationY.bigEndianBytes + accelerationZ.bigEndianBytes
        bytes += power.bigEndianBytes + [movements] + sequence.bigEndianBytes + sender.bigEndianBytes.suffix(6)
        return ManufacturerData(companyID: RuuviTag5.companyID, bytes: bytes)
    }
}

extension RuuviTag5: BeaconPayload {
    public static var formatName: StaticString { "ruuvi-5" }

    public var carrier: BeaconCarrier { .manufacturerData(manufacturerData) }

    /// Text such as `Ruuvi 24.3 °C 53.5 %`, without unavailable values.
    public var summary: String? {
        let temperature = temperatureCelsius.map { " \(RuuviTag5.tenths($0)) °C" } ?? ""
        let humidity = humidityPercent.map { " \(RuuviTag5.tenths($0)) %" } ?? ""
        return "Ruuvi\(temperature)\(humidity)"
    }

    public func forEachField(_ body: (StaticString, BeaconValue) -> Void) {
        if let temperatureCelsius { body("temperature_c", .decimal(temperatureCelsius)) }
        if let humidityPercent { body("humidity_percent", .decimal(humidityPercent)) }
        if let pressurePascal { body("pressure_pa", .whole(pressurePascal)) }
        if let accelerationXMilliG { body("acceleration_x_mg", .whole(accelerationXMilliG)) }
        if let accelerationYMilliG { body("acceleration_y_mg", .whole(accelerationYMilliG)) }
        if let accelerationZMilliG { body("acceleration_z_mg", .whole(accelerationZMilliG)) }
        if let batteryMillivolts { body("battery_mv", .whole(batteryMillivolts)) }
        if let txPowerDBm { body("tx_power", .whole(txPowerDBm)) }
        if let movementCount { body("movements", .whole(movementCount)) }
        if let sequenceNumber { body("sequence", .whole(sequenceNumber)) }
        if let address { body("id", .address(address)) }
    }

    private static func tenths(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return "\(tenths < 0 ? "-" : "")\(tenths.magnitude / 10).\(tenths.magnitude % 10)"
    }
}
