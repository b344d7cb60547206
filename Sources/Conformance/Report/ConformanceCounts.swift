/// How many checks ended how.
public struct ConformanceCounts: Sendable, Hashable {
    public private(set) var passed = 0
    public private(set) var failed = 0
    public private(set) var skipped = 0

    public init() {}

    public mutating func add(_ verdict: Verdict) {
        switch verdict {
        case .passed: passed += 1
        case .failed: failed += 1
        case .skipped: skipped += 1
        }
    }
}
