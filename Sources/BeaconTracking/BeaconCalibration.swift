/// What was measured of one beacon, in place of what it says of itself.
package struct BeaconCalibration: Sendable, Hashable {
    /// RSSI at one metre.
    package var powerAt1mDBm: Double

    package init(powerAt1mDBm: Double) {
        self.powerAt1mDBm = powerAt1mDBm
    }
}
