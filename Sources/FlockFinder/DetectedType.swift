/// A device type, and the confidence that a device is of this type.
package struct DetectedType: Sendable, Hashable {
    /// Type of a device that matched a pattern which only the reporter knows. A pattern with this
    /// type means the same.
    package static let unknownName = "Unknown"
    /// Most types that are kept for one device; those with the lowest confidence are dropped.
    package static let limit = 8

    package let name: String
    /// Percent.
    package internal(set) var confidence: Int

    package init(_ name: String, confidence: Int) {
        self.name = name
        self.confidence = confidence
    }
}

extension [DetectedType] {
    /// Merges in other types: each type once, with its highest confidence, and sorted by
    /// confidence. Of types with equal confidence, the earlier stays first.
    ///
    /// The unknown type is removed as soon as another type has at least its confidence. Until then
    /// it stays, so that its confidence is not attributed to another type.
    mutating func add(_ others: [DetectedType]) {
        guard !others.allSatisfy({ other in contains { $0.name == other.name && $0.confidence >= other.confidence } })
        else { return }
        for other in others {
            if let place = firstIndex(where: { $0.name == other.name }) {
                self[place].confidence = Swift.max(self[place].confidence, other.confidence)
            } else {
                append(other)
            }
        }
        // Sorting is stable.
        sort { $0.confidence > $1.confidence }
        if let unknown = first(where: { $0.name == DetectedType.unknownName }),
            contains(where: { $0.name != unknown.name && $0.confidence >= unknown.confidence })
        {
            removeAll { $0.name == unknown.name }
        }
        removeLast(Swift.max(0, count - DetectedType.limit))
    }
}
