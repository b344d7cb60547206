/// A pattern, and the confidence in its matches.
package struct DetectionRule: Sendable, Hashable {
    package var pattern: Pattern
    /// Percent; nil = the confidence of the method.
    package var confidence: Int?

    package init(_ pattern: Pattern, confidence: Int? = nil) {
        self.pattern = pattern
        self.confidence = confidence
    }
}

/// Result for a device, from the patterns it matched.
package struct DetectionVerdict: Sendable, Hashable {
    /// Methods, each once, in the order of ``DetectionMethod``.
    package var methods: [DetectionMethod]
    /// Types, each once, highest confidence first; of types with equal confidence, the one whose
    /// pattern comes first in the list. At most ``DetectedType/limit``.
    package var types: [DetectedType]

    package init(methods: [DetectionMethod], types: [DetectedType]) {
        self.methods = methods
        self.types = types
    }

    package var deviceTypes: [String] { types.map(\.name) }
    /// Confidence in the type that is most certain, in percent.
    package var confidence: Int { types.first?.confidence ?? 0 }
    package var tier: DetectionTier { DetectionTier(confidence: confidence) }
}

/// A set of rules by which devices are judged.
package struct DetectionRules: Sendable {
    private let rules: [DetectionRule]
    package let matcher: PatternMatcher

    /// Creates an empty set.
    package init() { self.init([]) }

    /// - Parameter rules: Rules whose pattern is disabled are ignored.
    package init(_ rules: [DetectionRule]) {
        self.rules = rules
        matcher = PatternMatcher(rules.enumerated().map { ($0.element.pattern, $0.offset) })
    }

    /// Whether no rule can match.
    package var isEmpty: Bool { matcher.isEmpty }

    /// Returns the verdict on a device with these matches; nil if none of them applies.
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
    /// The elements in order, without repetitions.
    var eachOnce: [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}
