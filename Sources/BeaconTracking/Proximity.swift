/// How near a beacon is, in the words of CoreLocation.
///
/// CoreLocation publishes no thresholds; these are what its users go by.
package enum Proximity: String, Codable, Sendable, Hashable, CaseIterable {
    /// At most half a metre.
    case immediate
    /// Less than three metres.
    case near
    case far
    /// The distance cannot be determined.
    case unknown

    static let immediateMetres = 0.5
    static let nearMetres = 3.0
    /// A beacon keeps its proximity until its distance is past the threshold by this factor, either way.
    package static let band = 1.2

    /// The proximity of a beacon that was not judged before.
    ///
    /// - Parameter accuracyM: Metres; below 0 = undetermined.
    package init(accuracyM: Double) {
        self.init(accuracyM, immediate: Proximity.immediateMetres, near: Proximity.nearMetres)
    }

    /// The proximity of a beacon that was judged before, so that one between two of them does not flap: ``immediate`` ends
    /// beyond 0.6 m and begins at 0.42 m, ``near`` ends at 3.6 m and begins, coming from ``far``, below 2.5 m.
    ///
    /// - Parameter accuracyM: Metres; below 0 = undetermined.
    package func next(accuracyM: Double) -> Proximity {
        let band = Proximity.band
        return switch self {
        case .unknown: Proximity(accuracyM: accuracyM)
        case .immediate:
            Proximity(accuracyM, immediate: Proximity.immediateMetres * band, near: Proximity.nearMetres * band)
        case .near: Proximity(accuracyM, immediate: Proximity.immediateMetres / band, near: Proximity.nearMetres * band)
        case .far: Proximity(accuracyM, immediate: Proximity.immediateMetres / band, near: Proximity.nearMetres / band)
        }
    }

    private init(_ metres: Double, immediate: Double, near: Double) {
        self = metres < 0 ? .unknown : metres <= immediate ? .immediate : metres < near ? .near : .far
    }

    /// In the order of a ranging tick.
    var rank: UInt8 {
        switch self {
        case .immediate: 0
        case .near: 1
        case .far: 2
        case .unknown: 3
        }
    }
}
