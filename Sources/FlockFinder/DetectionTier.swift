import LineFormats

/// Confidence in a detection, in three levels.
package enum DetectionTier: String, Word, Comparable {
    case low, medium, high

    /// Lowest confidence of this tier, in percent. Assumed: the firmware has no tiers.
    package var leastConfidence: Int {
        switch self {
        case .low: 0
        case .medium: 60
        case .high: 85
        }
    }

    /// - Parameter confidence: Percent.
    package init(confidence: Int) {
        self = Self.allCases.last { confidence >= $0.leastConfidence } ?? .low
    }

    package static func < (left: DetectionTier, right: DetectionTier) -> Bool {
        left.leastConfidence < right.leastConfidence
    }
}
