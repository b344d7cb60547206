/// How far away a beacon is, judged by how strong it is heard.
public enum DistanceModel: Sendable, Hashable {
    /// The AltBeacon library's curve with its default coefficients.
    case altBeacon
    /// The same with those of its first version.
    case altBeaconClassic
    /// Log-distance path loss; 2 in free space, 1.6...3.5 indoors.
    case logDistance(exponent: Double)

    /// Metres, at most 400; -1 = undetermined.
    ///
    /// - Parameters:
    ///   - rssiDBm: Smoothed. 0 = none.
    ///   - powerDBm: RSSI at one metre. 0 = never measured.
    public func metres(rssiDBm: Double, powerDBm: Double) -> Double {
        -1
    }
}
