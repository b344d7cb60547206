/// A pattern, and how far what it finds is to be trusted.
package struct DetectionRule: Sendable, Hashable {
    package var pattern: Pattern
    /// Percent; nil = as the method has it.
    package var confidence: Int?

    package init(_ pattern: Pattern, confidence: Int? = nil) {
        self.pattern = pattern
        self.confidence = confidence
    }
}

/// What is said of a device by the patterns it has.
package struct DetectionVerdict: Sendable, Hashable {
    /// Each once, in their order.
    package var methods: [DetectionMethod]
    /// Each once, the surest first; of equal ones that whose pattern stands first in the list. At most ``DetectedType/limit``.
    package var types: [DetectedType]

    package init(methods: [DetectionMethod], types: [DetectedType]) {
        self.methods = methods
        self.types = types
    }

    package var deviceTypes: [String] { types.map(\.name) }
    /// Percent, of the surest type.
    package var confidence: Int { types.first?.confidence ?? 0 }
    package var tier: DetectionTier { DetectionTier(confidence: confidence) }
}

/// Judges devices by a set of rules.
package struct DetectionRules: Sendable {
    private let rules: [DetectionRule]
    package let matcher: PatternMatcher

    /// Without rules.
    package init() { self.init([]) }

    /// - Parameter rules: Those whose pattern is not enabled count for nothing.
    package init(_ rules: [DetectionRule]) {
        self.rules = rules
        matcher = PatternMatcher(rules.enumerated().map { ($0.element.pattern, $0.offset) })
    }

    /// Whether nothing can be found.
    package var isEmpty: Bool { matcher.isEmpty }

    /// What the matches of one device say; nil where there are none.
    package func verdict(_ matches: [PatternMatch], over radio: DetectionRadio) -> DetectionVerdict? {
        var methods: Set<DetectionMethod> = []
        var found: [DetectedType] = []
        for match in matches {
            guard let method = DetectionMethod(match.kind, over: radio), rules.indices.contains(match.index) else {
                continue
            }
            let rule = rules[match.index]
            methods.insert(method)
            found.append(DetectedType(rule.pattern.deviceType, confidence: rule.confidence ?? method.confidence))
        }
        guard !found.isEmpty else { return nil }
        var types: [DetectedType] = []
        types.add(found.sorted { $0.confidence > $1.confidence })
        return DetectionVerdict(methods: methods.sorted(), types: types)
    }
}

extension Array where Element: Hashable {
    /// The elements in their order, without those that were there before.
    var eachOnce: [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}
