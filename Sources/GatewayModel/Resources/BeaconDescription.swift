import LineFormats

/// Measured power of a beacon at one metre: also the body of `PUT …/calibration`.
package struct BeaconCalibrationRecord: Codable, Sendable, Hashable {
    /// dBm, -120.0...0.0.
    package var powerAt1m: Double
    /// Number of ranging ticks that `powerAt1m` is the mean of, 1...10,000.
    package var samples: Int
    /// Difference between the strongest and the weakest tick, without the trimmed ends; dB, 0...50.
    package var spread: Double
    /// Time of the measurement; nil in a request = now.
    package var at: Timestamp?

    private enum CodingKeys: String, CodingKey {
        case samples, spread, at
        case powerAt1m = "power_at_1m"
    }

    package init(powerAt1m: Double, samples: Int, spread: Double, at: Timestamp? = nil) {
        self.powerAt1m = powerAt1m
        self.samples = samples
        self.spread = spread
        self.at = at
    }
}
