/// What was measured of one beacon, in place of what it says of itself.
public struct BeaconCalibration: Sendable, Hashable {
    /// RSSI at one metre.
    public var powerAt1mDBm: Double

    public init(powerAt1mDBm: Double) {
        self.powerAt1mDBm = powerAt1mDBm
    }
}
