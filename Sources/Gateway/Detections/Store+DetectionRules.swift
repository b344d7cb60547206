import FlockFinder
import Store

extension Store {
    /// Every enabled pattern.
    func detectionRules() async throws -> [DetectionRule] { [] }
}
