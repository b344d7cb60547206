import Advertising

/// Texts for the reason of a region's change of state. Negative numbers have a real minus sign.
enum RegionReason {
    /// "heard UUID/major/minor at −67 dBm"
    static func heard(_ identity: BeaconIdentity, _ rssiDBm: Int8?) -> String {
        "heard \(identity)" + (rssiDBm.map { " at \(signed($0)) dBm" } ?? "")
    }

    /// "3 sightings within 4.2 s"
    static func sightings(_ count: Int, within span: Duration) -> String {
        "\(count) sightings within \(seconds(span))"
    }

    /// "no sighting of any of 3 beacons for 30.0 s; last −91 dBm"
    ///
    /// - Parameters:
    ///   - orMore: Whether there were more beacons than are counted.
    ///   - sinceListening: Whether the time counts from when a dongle started to listen again.
    static func absent(
        beacons: Int, orMore: Bool, for span: Duration, lastRSSI: Int8?, sinceListening: Bool
    ) -> String {
        let whose =
            switch beacons {
            case 0: ""
            case 1: " of its one beacon"
            default: " of any of \(orMore ? "more than " : "")\(beacons) beacons"
            }
        let time = "\(seconds(span))\(sinceListening ? " since listening resumed" : "")"
        return "no sighting\(whose) for \(time)" + (lastRSSI.map { "; last \(signed($0)) dBm" } ?? "")
    }

    /// "no dongle has listened for 30.0 s: unplugged", or "dongle d1, the last that heard it, has
    /// not listened for 30.0 s: unplugged"
    static func lost(_ dongle: String?, after span: Duration, because reason: String) -> String {
        let who = dongle.map { "dongle \($0), the last that heard it, has not listened" } ?? "no dongle has listened"
        return "\(who) for \(seconds(span))" + (reason.isEmpty ? "" : ": \(reason)")
    }

    /// Seconds to a tenth, rounded down: a span that is slightly too short must not look long
    /// enough.
    private static func seconds(_ span: Duration) -> String {
        let (whole, attoseconds) = span.components
        return "\(whole).\(attoseconds / 100_000_000_000_000_000) s"
    }

    private static func signed(_ value: Int8) -> String {
        value < 0 ? "−\(value.magnitude)" : "\(value)"
    }
}
