/// What every beacon format says of itself, in its own file.
public protocol BeaconPayload: Sendable, Hashable {
    /// The format's name in lines of JSON: lowercase, words joined by hyphens.
    static var formatName: StaticString { get }
    /// The AD structure in which the beacon is advertised.
    var carrier: BeaconCarrier { get }
    /// What the beacon says, in a few words for people. Nil for a format whose identity says all of it.
    var summary: String? { get }

    /// Gives what the beacon says, field by field, as lines of JSON have it. What it does not know is left out.
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
    /// A number of which three decimals count.
    case decimal(Double)
    case text(String)
    case uuid(ProximityUUID)
    /// Bytes, at most eight, as a number: its lowest `digits` hexadecimal digits, 2...16.
    case hexadecimal(UInt64, digits: Int)
    case address(BluetoothAddress)

    static func number(_ value: some FixedWidthInteger) -> BeaconValue { .number(Int64(clamping: value)) }
}
