/// Result of a check.
package enum Verdict: Sendable, Hashable {
    case passed
    case failed(Finding)
    /// The rule does not concern this dongle, for this reason.
    case skipped(String)
    /// The rule concerns this dongle, but the check could not see whether it is kept; the reason
    /// says what would show it.
    case notProven(String)
}

/// A deviation from the rule that a check has found.
package struct Finding: Sendable, Hashable {
    package let expected: String
    package let got: String
    /// The last frames before the failure, oldest first, in hexadecimal digits: `>` to the dongle,
    /// `<` from it.
    package let frames: [String]
}

/// A check and its verdict.
package struct CheckReport: Sendable {
    package let check: Check
    package let verdict: Verdict
    package let lasted: Duration

    package init(check: Check, verdict: Verdict, lasted: Duration) {
        self.check = check
        self.verdict = verdict
        self.lasted = lasted
    }
}

/// Thrown by a check if the dongle breaks the rule.
struct CheckFailure: Error {
    let expected: String
    let got: String
}

/// Thrown by a check whose rule does not concern this dongle.
struct CheckSkip: Error {
    let reason: String
}

/// Thrown by a check that could not see what it is about; the reason says what would show it.
struct CheckNotProven: Error {
    let reason: String
}

/// Fails the check unless `condition` holds.
func expect(_ condition: Bool, _ expected: @autoclosure () -> String, got: @autoclosure () -> String) throws {
    guard condition else { throw CheckFailure(expected: expected(), got: got()) }
}

/// Fails the check unless the two are equal.
func expect<Value: Equatable>(_ value: Value, equals wanted: Value, _ what: @autoclosure () -> String) throws {
    try expect(value == wanted, "\(what()): \(wanted)", got: "\(value)")
}
