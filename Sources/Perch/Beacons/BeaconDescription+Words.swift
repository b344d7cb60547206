import Advertising
import Failures
import GatewayModel

extension BeaconDescription {
    /// Nil where the gateway's UUID and numbers are no valid identity.
    var identity: BeaconIdentity? { BeaconIdentity("\(uuid)/\(major)/\(minor)") }

    /// The alias, or else the identity.
    var name: String { alias ?? "\(uuid)/\(major)/\(minor)" }

    /// Lines for people.
    var prose: [String] {
        let heard =
            now.map { now in "  \(now.words)" + (now.badgeWords.map { "  \($0)" } ?? "") } ?? lastSeen.map {
                "  last heard \($0.words)"
            } ?? "  never heard"
        var lines = [(alias.map { "\($0)  " } ?? "") + "\(uuid)/\(major)/\(minor)" + heard]
        if let calibration { lines.append("    \(calibration.words)") }
        return lines.map(printable)
    }
}

extension BeaconRange {
    /// Proximity, distance and signal, in a few words.
    var words: String {
        let strength = smoothedRSSI.map { "\(oneDecimal($0)) dBm" } ?? "no signal"
        return "\(proximity), \(accuracyWords), \(strength)"
    }

    /// Owner of the beacon in words; nil where it is not known.
    var badgeWords: String? { Perch.badgeWords(badge, uuid) }

    /// Distance in metres, or a question mark.
    var accuracyWords: String { accuracy < 0 ? "? m" : "\(oneDecimal(accuracy)) m" }
}

extension BeaconCalibrationRecord {
    /// The measurement in a few words.
    var words: String {
        "calibrated: \(oneDecimal(powerAt1m)) dBm at 1 m, spread \(oneDecimal(spread)) dB, \(samples) samples"
            + (at.map { ", \($0.words)" } ?? "")
    }
}

/// Returns the value with one decimal place.
func oneDecimal(_ value: Double) -> String {
    // A gateway may send any value, even one that does not fit.
    guard let tenths = Int64(exactly: (value * 10).rounded()) else { return "?" }
    return "\(tenths < 0 ? "-" : "")\(tenths.magnitude / 10).\(tenths.magnitude % 10)"
}
