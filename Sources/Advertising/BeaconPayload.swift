/// Properties of a beacon format, each implemented in its own file.
public protocol BeaconPayload: Sendable, Hashable {
    /// Name of the format in JSON lines: lowercase words joined by hyphens.
    static var formatName: StaticString { get }
    /// The AD structure in which the beacon is advertised.
    var carrier: BeaconCarrier { get }
    /// Short description of the payload for people. Nil for a format whose identity says
    /// everything.
    var summary: String? { get }

    /// Calls `body` with each field, named as in JSON lines. Unknown values are left out.
    func forEachField(_ body: (StaticString, BeaconValue) -> Void)
}

/// The AD structure that carries a beacon.
public enum BeaconCarrier: Sendable, Hashable {
    case manufacturerData(ManufacturerData)
    case serviceData(ServiceData)
}

/// One value of a beacon's fields.
public enum BeaconValue: Sendable, Hashable {
    case number(Int64)
    /// A number with three significant decimals.
    case decimal(Double)
    case flag(Bool)
    case text(String)
    case uuid(ProximityUUID)
    /// At most eight bytes as a number: its lowest `digits` hexadecimal digits, 2...16.
    case hexadecimal(UInt64, digits: Int)
    case address(BluetoothAddress)
    case measurements([BeaconMeasurement])

    static func whole(_ value: some FixedWidthInteger) -> BeaconValue { .number(Int64(clamping: value)) }
}
