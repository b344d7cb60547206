/// Measured power of one beacon, used instead of the power that the beacon states.
package struct BeaconCalibration: Sendable, Hashable {
    /// RSSI at one metre, in dBm.
    package var powerAt1mDBm: Double

    package init(powerAt1mDBm: Double) {
        self.powerAt1mDBm = powerAt1mDBm
    }
}
