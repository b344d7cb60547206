import Foundation

/// Path loss of a site, fitted to signals at known distances: the exponent that makes the squares of
/// the differences from `power − 10 · exponent · log₁₀ metres` least. Pure.
package struct SiteFit: Sendable, Hashable {
    /// Mean signal of a beacon at one distance.
    package struct Point: Sendable, Hashable {
        /// Distance in metres, above 0.
        package var metres: Double
        package var rssiDBm: Double

        package init(metres: Double, rssiDBm: Double) {
            self.metres = metres
            self.rssiDBm = rssiDBm
        }
    }

    /// Path-loss exponent, 1...6; clamped.
    package let exponent: Double
    /// Standard deviation of the points from the fit, in dB.
    package let deviationDB: Double

    /// - Parameters:
    ///   - points: Points at 1 m say nothing about the exponent.
    ///   - powerAt1mDBm: RSSI at one metre.
    /// - Returns: Nil if no point is at another distance than 1 m.
    package init?(_ points: [Point], powerAt1mDBm: Double) {
        let decades = points.map { log10($0.metres) }
        let squares = decades.reduce(0) { $0 + $1 * $1 }
        guard squares > 0 else { return nil }
        let losses = points.map { powerAt1mDBm - $0.rssiDBm }
        let slope = zip(decades, losses).reduce(0) { $0 + $1.0 * $1.1 } / squares
        exponent = max(1, min(slope / 10, 6))
        let exact = exponent
        let rest = zip(decades, losses).reduce(0) { sum, point in
            let difference = point.1 - 10 * exact * point.0
            return sum + difference * difference
        }
        deviationDB = (rest / Double(points.count)).squareRoot()
    }
}
