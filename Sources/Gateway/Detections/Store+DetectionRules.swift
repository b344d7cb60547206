import FlockFinder
import Store

extension Store {
    /// Every enabled pattern.
    func detectionRules() async throws -> [DetectionRule] {
        try await patterns().filter(\.pattern.isEnabled).map { DetectionRule($0.pattern, confidence: $0.confidence) }
    }
}
