/// A pattern, and how far what it finds is to be trusted.
public struct DetectionRule: Sendable, Hashable {
    public var pattern: Pattern
    /// Percent; nil = as the method has it.
    public var confidence: Int?

    public init(_ pattern: Pattern, confidence: Int? = nil) {
        self.pattern = pattern
        self.confidence = confidence
    }
}

/// What is said of a device by the patterns it has.
public struct DetectionVerdict: Sendable, Hashable {
    /// Each once, in their order.
    public var methods: [DetectionMethod]
    /// Each once, that of the highest confidence first.
    public var deviceTypes: [String]
    /// Percent, the highest of all.
    public var confidence: Int

    public init(methods: [DetectionMethod], deviceTypes: [String], confidence: Int) {
        self.methods = methods
        self.deviceTypes = deviceTypes
        self.confidence = confidence
    }

    public var tier: DetectionTier { DetectionTier(confidence: confidence) }
}

/// Judges devices by a set of rules.
public struct DetectionRules: Sendable {
    private let rules: [DetectionRule]
    public let matcher: PatternMatcher

    /// Without rules.
    public init() { self.init([]) }

    /// - Parameter rules: Those whose pattern is not enabled count for nothing.
    public init(_ rules: [DetectionRule]) {
        self.rules = rules
        matcher = PatternMatcher(rules.enumerated().map { ($0.element.pattern, $0.offset) })
    }

    /// Whether nothing can be found.
    public var isEmpty: Bool { matcher.isEmpty }

    /// What the matches of one device say; nil where there are none.
    public func verdict(_ matches: [PatternMatch], over radio: DetectionRadio) -> DetectionVerdict? {
        var found: [(method: DetectionMethod, type: String, confidence: Int)] = []
        for match in matches {
            guard let method = DetectionMethod(match.kind, over: radio), rules.indices.contains(match.index) else {
                continue
            }
            let rule = rules[match.index]
            found.append((method, rule.pattern.deviceType, rule.confidence ?? method.confidence))
        }
        guard let best = found.max(by: { $0.confidence < $1.confidence }) else { return nil }
        // Sorting is stable: of equal ones the pattern that stands first in the list comes first.
        let types = found.sorted { $0.confidence > $1.confidence }.map(\.type)
        return DetectionVerdict(
            methods: Set(found.map(\.method)).sorted(), deviceTypes: types.eachOnce, confidence: best.confidence)
    }
}

extension Array where Element: Hashable {
    /// The elements in their order, without those that were there before.
    var eachOnce: [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}
