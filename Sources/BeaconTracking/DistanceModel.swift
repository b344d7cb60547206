import Foundation

/// Estimation of a beacon's distance from its signal.
///
/// The result is rough: walls, bodies and antennas change it by a factor of two and more.
package enum DistanceModel: Sendable, Hashable {
    /// The AltBeacon library's curve with its default coefficients.
    case altBeacon
    /// The same curve with the coefficients of the library's first version.
    case altBeaconClassic
    /// Log-distance path loss; the exponent is 2 in free space and 1.6...3.5 indoors.
    case logDistance(exponent: Double)

    /// The default: the exponent of free space (Friis), for rooms and halls in which dongle and
    /// beacon see each other.
    package static let indoors = DistanceModel.logDistance(exponent: 2)

    /// Upper limit of estimates: beyond it, a curve means nothing.
    package static let farthestMetres = 400.0
    /// Value for a distance that cannot be determined.
    package static let undetermined = -1.0

    /// Returns the distance in metres, at most 400; -1 = undetermined.
    ///
    /// A signal above 0 dBm gives 0 m.
    ///
    /// - Parameters:
    ///   - rssiDBm: Smoothed RSSI. 0 = none.
    ///   - powerDBm: RSSI at one metre. 0 = never measured; a value above 0 is not a power either,
    ///     but a maker's other use of the byte.
    ///
    /// Source: AltBeacon library, CurveFittedDistanceCalculator; its first version, and Home
    /// Assistant's bound of 400 m.
    package func metres(rssiDBm: Double, powerDBm: Double) -> Double {
        guard rssiDBm.isFinite, powerDBm.isFinite, rssiDBm != 0, powerDBm < 0 else { return DistanceModel.undetermined }
        let metres =
            switch self {
            case .altBeacon: DistanceModel.curve(rssiDBm, powerDBm, 0.42093, 6.9476, 0.54992)
            case .altBeaconClassic: DistanceModel.curve(rssiDBm, powerDBm, 0.89976, 7.7095, 0.111)
            case .logDistance(let exponent): pow(10, (powerDBm - rssiDBm) / (10 * exponent))
            }
        guard !metres.isNaN, metres >= 0 else { return DistanceModel.undetermined }
        return min(metres, DistanceModel.farthestMetres)
    }

    private static func curve(_ rssi: Double, _ power: Double, _ a: Double, _ b: Double, _ c: Double) -> Double {
        let ratio = max(0, rssi / power)
        return ratio < 1 ? pow(ratio, 10) : a * pow(ratio, b) + c
    }
}
