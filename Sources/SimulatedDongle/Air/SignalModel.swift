import Randomness
import Glibc

/// Signal of a sender at the receiver: log-distance path loss with normally distributed noise.
struct SignalModel: Sendable {
    /// Range of reported signals, in dBm. Radios report nothing weaker, and saturate above it.
    private static let reported = -100.0 ... -20.0

    /// Path loss exponent: 2 in free space, 1.6...3.5 indoors.
    var exponent = 2.0
    /// Standard deviation of the noise, in dB.
    var noiseDB = 3.0
    /// Weakest signal that is heard, in dBm; nil = everything is heard.
    var sensitivityDBm: Double?

    /// - Returns: The signal, -100...-20 dBm, or nil for a packet that is not heard.
    func rssi(powerAt1mDBm: Int8, distanceM: Double, random: inout SplitMix64) -> Int8? {
        let mean = Double(powerAt1mDBm) - 10 * exponent * log10(max(distanceM, 0.01))
        let value = mean + noiseDB * random.nextNormal()
        if let sensitivityDBm, value < sensitivityDBm { return nil }
        return Int8(min(max(value, SignalModel.reported.lowerBound), SignalModel.reported.upperBound).rounded())
    }
}
