import Glibc

/// How strong a sender arrives: log-distance path loss with normal noise.
struct SignalModel: Sendable {
    /// Radios report nothing weaker, and saturate above.
    private static let reported = -100.0 ... -20.0

    /// 2 in free space, 1.6...3.5 indoors.
    var exponent = 2.0
    /// Standard deviation, in dB.
    var noiseDB = 3.0
    /// What arrives weaker is not heard, in dBm; nil = everything is heard.
    var sensitivityDBm: Double?

    /// - Returns: -100...-20 dBm, or nil for a packet that is not heard.
    func rssi(powerAt1mDBm: Int8, distanceM: Double, random: inout SplitMix64) -> Int8? {
        let mean = Double(powerAt1mDBm) - 10 * exponent * log10(max(distanceM, 0.01))
        let value = mean + noiseDB * random.nextNormal()
        if let sensitivityDBm, value < sensitivityDBm { return nil }
        return Int8(min(max(value, SignalModel.reported.lowerBound), SignalModel.reported.upperBound).rounded())
    }
}
