/// An unencrypted Eddystone-TLM frame: the state of the beacon.
///
///     20 | version 00 | battery mV, 2 | temperature 8.8 fixed point, 2
///     | adverts, 4 | uptime 0.1 s, 4
///
/// Big-endian.
///
/// Source: Eddystone-TLM, the open beacon format.
public struct EddystoneTLM: Sendable, Hashable {
    /// Battery voltage in mV. Nil for a beacon that does not measure it, such as one on mains
    /// power.
    public var batteryMillivolts: UInt16?
    /// Temperature in °C, -127.99...127.99, in steps of 1/256. Nil for a beacon that does not
    /// measure it.
    public var temperatureCelsius: Double?
    /// Number of adverts sent since power-up.
    public var advertCount: UInt32
    /// Time since power-up, in tenths of a second.
    public var uptimeTenths: UInt32

    private static let header: [UInt8] = [0x20, 0x00]
    private static let noTemperature = Int16.min

    /// Makes a frame for advertising.
    public init(batteryMillivolts: UInt16?, temperatureCelsius: Double?, advertCount: UInt32, uptimeTenths: UInt32) {
        self.batteryMillivolts = batteryMillivolts
        self.temperatureCelsius = temperatureCelsius
        self.advertCount = advertCount
        self.uptimeTenths = uptimeTenths
    }

    init?(uuid: BluetoothUUID, payload: RawSpan) {
        guard uuid == .eddystone, payload.byteCount >= 14, payload.byte(at: 0) == EddystoneTLM.header[0],
            payload.byte(at: 1) == EddystoneTLM.header[1]
        else { return nil }
        let battery = payload.bigEndian(at: 2, as: UInt16.self)
        let temperature = payload.bigEndian(at: 4, as: Int16.self)
        batteryMillivolts = battery == 0 ? nil : battery
        temperatureCelsius = temperature == EddystoneTLM.noTemperature ? nil : Double(temperature) / 256
        advertCount = payload.bigEndian(at: 6, as: UInt32.self)
        uptimeTenths = payload.bigEndian(at: 10, as: UInt32.self)
    }

    /// Service data of the frame's advert. A temperature that is out of range or not a number is
    /// sent as not measured.
    public var serviceData: ServiceData {
        let temperature =
            temperatureCelsius.flatMap { Int16(exactly: ($0 * 256).rounded()) } ?? EddystoneTLM.noTemperature
        return ServiceData(
            uuid: .eddystone,
            bytes: EddystoneTLM.header + (batteryMillivolts ?? 0).bigEndianBytes + temperature.bigEndianBytes
                + advertCount.bigEndianBytes + uptimeTenths.bigEndianBytes)
    }
}

extension EddystoneTLM: BeaconPayload {
    public static var formatName: StaticString { "eddystone-tlm" }

    public var carrier: BeaconCarrier { .serviceData(serviceData) }

    public var summary: String? { "Eddystone" }

    public func forEachField(_ body: (StaticString, BeaconValue) -> Void) {
        if let batteryMillivolts { body("battery_mv", .whole(batteryMillivolts)) }
        if let temperatureCelsius { body("temperature_c", .decimal(temperatureCelsius)) }
        body("adverts", .whole(advertCount))
        body("uptime_s", .decimal(Double(uptimeTenths) / 10))
    }
}
