import Advertising
import Failures
import GatewayModel

extension BeaconDescription {
    /// Nil where the gateway names what is none.
    var identity: BeaconIdentity? { BeaconIdentity("\(uuid)/\(major)/\(minor)") }

    /// What people call it.
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
    /// How it is heard, in a few words.
    var words: String {
        let strength = smoothedRSSI.map { "\(oneDecimal($0)) dBm" } ?? "no signal"
        return "\(proximity), \(accuracyWords), \(strength)"
    }

    /// Whose it is, where that is known.
    var badgeWords: String? { Perch.badgeWords(badge, uuid) }

    /// Metres, or a question mark.
    var accuracyWords: String { accuracy < 0 ? "? m" : "\(oneDecimal(accuracy)) m" }
}

extension BeaconCalibrationRecord {
    /// What was measured, in a few words.
    var words: String {
        "calibrated: \(oneDecimal(powerAt1m)) dBm at 1 m, spread \(oneDecimal(spread)) dB, \(samples) samples"
            + (at.map { ", \($0.words)" } ?? "")
    }
}

/// With one decimal, as people write it.
func oneDecimal(_ value: Double) -> String {
    // A gateway may say anything.
    guard let tenths = Int64(exactly: (value * 10).rounded()) else { return "?" }
    return "\(tenths < 0 ? "-" : "")\(tenths.magnitude / 10).\(tenths.magnitude % 10)"
}
