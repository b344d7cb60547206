/// Numbers of checks by verdict.
package struct ConformanceCounts: Sendable, Hashable {
    package private(set) var passed = 0
    package private(set) var failed = 0
    package private(set) var skipped = 0
    package private(set) var notProven = 0

    package init() {}

    package mutating func add(_ verdict: Verdict) {
        switch verdict {
        case .passed: passed += 1
        case .failed: failed += 1
        case .skipped: skipped += 1
        case .notProven: notProven += 1
        }
    }
}
