/// Coarse distance of a beacon, with the names of CoreLocation.
///
/// CoreLocation publishes no thresholds; its users assume these.
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
    /// Factor of the hysteresis: proximity changes only when the distance has crossed the threshold
    /// by this factor.
    package static let band = 1.2

    /// Proximity of a beacon without a previous one.
    ///
    /// - Parameter accuracyM: Metres; below 0 = undetermined.
    package init(accuracyM: Double) {
        self.init(accuracyM, immediate: Proximity.immediateMetres, near: Proximity.nearMetres)
    }

    /// Returns the next proximity of a beacon, with a hysteresis against flapping: ``immediate``
    /// ends beyond 0.6 m and begins at 0.42 m, ``near`` ends at 3.6 m and begins, coming from
    /// ``far``, below 2.5 m.
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

    /// Position in the order of a ranging tick.
    var rank: UInt8 {
        switch self {
        case .immediate: 0
        case .near: 1
        case .far: 2
        case .unknown: 3
        }
    }
}
