/// A telemetry frame of an Estimote beacon, in two halves that it sends by turns.
///
///     version, 4 bits, then 2 | first half of the beacon's id, 8 | half 0 or 1 | measurements, 10
///
/// Source: Estimote, Telemetry (estimote-specs), protocol versions 0...2.
public struct EstimoteTelemetry: Sendable, Hashable {
    /// Protocol version, 0...2.
    public let version: UInt8
    /// First eight bytes of the beacon's identifier, the first being the most significant.
    public let id: UInt64
    public let half: Half
    /// The ten bytes of measurements.
    private let head: UInt64
    private let tail: UInt16

    public enum Half: UInt8, Sendable, Hashable {
        case motion = 0
        case environment = 1
    }

    static let service = BluetoothUUID(short: 0xFE9A)
    private static let frameType: UInt8 = 2
    private static let newestVersion: UInt8 = 2

    init?(uuid: BluetoothUUID, payload: RawSpan) {
        guard uuid == EstimoteTelemetry.service, payload.byteCount >= 20,
            payload.byte(at: 0) & 0xF == EstimoteTelemetry.frameType,
            payload.byte(at: 0) >> 4 <= EstimoteTelemetry.newestVersion,
            let half = Half(rawValue: payload.byte(at: 9) & 3)
        else { return nil }
        version = payload.byte(at: 0) >> 4
        id = payload.bigEndian(at: 1, as: UInt64.self)
        self.half = half
        head = payload.bigEndian(at: 10, as: UInt64.self)
        tail = payload.bigEndian(at: 18, as: UInt16.self)
    }

    /// Service data of the frame's advert.
    public var serviceData: ServiceData {
        ServiceData(
            uuid: EstimoteTelemetry.service,
            bytes: [version << 4 | EstimoteTelemetry.frameType] + id.bigEndianBytes + [half.rawValue]
                + head.bigEndianBytes
                + tail.bigEndianBytes)
    }

    /// A byte of the measurements, 0...9.
    private func byte(_ index: Int) -> UInt8 {
        index < 8
            ? UInt8(truncatingIfNeeded: head >> (56 - 8 * index)) : UInt8(truncatingIfNeeded: tail >> (72 - 8 * index))
    }

    /// Up to four bytes, the first being the least significant.
    private func littleEndian(_ indices: ClosedRange<Int>) -> UInt32 {
        indices.reversed().reduce(0) { $0 << 8 | UInt32(byte($1)) }
    }
}

// MARK: Motion

extension EstimoteTelemetry {
    /// Acceleration along x, y and z, in thousandths of the earth's gravity, -2016...2000; nil in
    /// the other half.
    public var accelerationMilliG: (x: Int, y: Int, z: Int)? {
        guard half == .motion else { return nil }
        func axis(_ index: Int) -> Int { Int((Double(Int8(bitPattern: byte(index))) * 2_000 / 127).rounded()) }
        return (axis(0), axis(1), axis(2))
    }

    /// Whether the beacon moves.
    public var isMoving: Bool? { half == .motion ? byte(5) & 3 == 1 : nil }
    /// Time that it has moved or rested, in s.
    public var motionSeconds: Int? { half == .motion ? EstimoteTelemetry.seconds(byte(4)) : nil }
    /// Time of the state before that, in s.
    public var previousMotionSeconds: Int? { half == .motion ? EstimoteTelemetry.seconds(byte(3)) : nil }
    /// Levels of the pins 0...3, as the bits 0...3.
    public var pins: UInt8? { half == .motion ? byte(5) >> 4 : nil }

    /// Air pressure in Pa; nil before protocol version 2, and where it is not measured.
    public var pressurePascal: UInt32? {
        guard half == .motion, version == 2 else { return nil }
        let raw = littleEndian(6...9)
        return raw == .max ? nil : raw / 256
    }

    /// Six bits of a number, and a unit: seconds, minutes, hours, or days, and from 32 on weeks.
    private static func seconds(_ byte: UInt8) -> Int {
        let number = Int(byte & 0x3F)
        return switch byte >> 6 {
        case 0: number
        case 1: number * 60
        case 2: number * 3_600
        default: number < 32 ? number * 86_400 : (number - 32) * 604_800
        }
    }
}

// MARK: Environment

extension EstimoteTelemetry {
    /// Magnetic field along x, y and z as a part of the sensor's range, -1...1; nil where it is not
    /// measured, and in the other half.
    public var magneticField: (x: Double, y: Double, z: Double)? {
        guard half == .environment, littleEndian(0...2) != 0xFF_FFFF else { return nil }
        func axis(_ index: Int) -> Double { Double(Int8(bitPattern: byte(index))) / 128 }
        return (axis(0), axis(1), axis(2))
    }

    /// Light in lux.
    public var ambientLightLux: Double? {
        guard half == .environment, byte(3) != 0xFF else { return nil }
        return Double(1 << Int(byte(3) >> 4)) * Double(byte(3) & 0xF) * 0.72
    }

    /// Time since the beacon was switched on, in s.
    public var uptimeSeconds: Int? {
        guard half == .environment else { return nil }
        let number = Int(byte(5) & 0xF) << 8 | Int(byte(4))
        let units = [1, 60, 3_600, 86_400]
        return number * units[Int(byte(5) >> 4 & 3)]
    }

    /// -128...127.9375 °C.
    public var temperatureCelsius: Double? {
        guard half == .environment else { return nil }
        let raw = Int16(byte(7) & 3) << 10 | Int16(byte(6)) << 2 | Int16(byte(5) >> 6)
        return Double(raw > 2_047 ? raw - 4_096 : raw) / 16
    }

    /// Battery voltage in mV; nil where it is not measured.
    public var batteryMillivolts: UInt16? {
        guard half == .environment else { return nil }
        let raw = UInt16(byte(8)) << 6 | UInt16(byte(7) >> 2)
        return raw == 0x3FFF ? nil : raw
    }

    /// 0...100; nil in protocol version 0, and where it is not measured.
    public var batteryPercent: UInt8? {
        guard half == .environment, version > 0, byte(9) != 0xFF else { return nil }
        return byte(9)
    }
}

// MARK: Errors

extension EstimoteTelemetry {
    /// Whether the firmware reports an error; nil where this half has no such bit.
    public var hasFirmwareError: Bool? { errors.map { $0 & 1 == 1 } }
    /// Whether the clock has an error.
    public var hasClockError: Bool? { errors.map { $0 & 2 == 2 } }

    /// Two bits, which each protocol version has elsewhere.
    private var errors: UInt8? {
        switch (half, version) {
        case (.motion, 2): byte(5) >> 2
        case (.motion, 1): byte(6)
        case (.environment, 0): byte(9)
        default: nil
        }
    }
}

extension EstimoteTelemetry: BeaconPayload {
    public static var formatName: StaticString { "estimote-telemetry" }

    public var carrier: BeaconCarrier { .serviceData(serviceData) }

    public var summary: String? { "Estimote" }

    public func forEachField(_ body: (StaticString, BeaconValue) -> Void) {
        body("id", .hexadecimal(id, digits: 16))
        body("version", .whole(version))
        if let (x, y, z) = accelerationMilliG {
            body("acceleration_x_mg", .whole(x))
            body("acceleration_y_mg", .whole(y))
            body("acceleration_z_mg", .whole(z))
        }
        if let isMoving { body("moving", .flag(isMoving)) }
        if let motionSeconds { body("motion_s", .whole(motionSeconds)) }
        if let previousMotionSeconds { body("previous_motion_s", .whole(previousMotionSeconds)) }
        if let pins { body("pins", .whole(pins)) }
        if let pressurePascal { body("pressure_pa", .whole(pressurePascal)) }
        if let (x, y, z) = magneticField {
            body("magnetic_field_x", .decimal(x))
            body("magnetic_field_y", .decimal(y))
            body("magnetic_field_z", .decimal(z))
        }
        if let ambientLightLux { body("light_lux", .decimal(ambientLightLux)) }
        if let uptimeSeconds { body("uptime_s", .decimal(Double(uptimeSeconds))) }
        if let temperatureCelsius { body("temperature_c", .decimal(temperatureCelsius)) }
        if let batteryMillivolts { body("battery_mv", .whole(batteryMillivolts)) }
        if let batteryPercent { body("battery_percent", .whole(batteryPercent)) }
        if let hasFirmwareError { body("firmware_error", .flag(hasFirmwareError)) }
        if let hasClockError { body("clock_error", .flag(hasClockError)) }
    }
}
