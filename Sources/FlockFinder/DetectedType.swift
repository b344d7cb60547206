/// A device type, and how sure it is that a device is of it.
package struct DetectedType: Sendable, Hashable {
    /// The type of a device whose pattern only the reporter knows. A pattern with that type means the same.
    package static let unknownName = "Unknown"
    /// Types of one device that are kept; the least sure are passed over.
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
    /// Takes others in: each type once, with the highest confidence there was, and the surest first; of equal ones that which was
    /// there first.
    ///
    /// The unknown one goes as soon as another is as sure. As long as none is it stays, so that nobody takes its confidence for
    /// that of another.
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
