import JSONLines

/// How far a detection is to be trusted, in three words.
package enum DetectionTier: String, Word, Comparable {
    case low, medium, high

    /// Percent from which on a detection is of this tier. Assumed: the firmware tells no tiers apart.
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
