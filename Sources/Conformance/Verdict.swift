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
    /// The frames that matter, oldest first: see ``FrameSelection``.
    package let frames: [ShownFrame]
    /// Number of other frames of the check, which are left out.
    package let framesLeftOut: Int

    package init(expected: String, got: String, frames: [ShownFrame] = [], framesLeftOut: Int = 0) {
        self.expected = expected
        self.got = got
        self.frames = frames
        self.framesLeftOut = framesLeftOut
    }

    init(_ failure: CheckFailure, _ selection: FrameSelection?) {
        self.init(
            expected: failure.expected, got: failure.got, frames: selection?.frames ?? [],
            framesLeftOut: selection?.leftOut ?? 0)
    }

    /// The frames as text, at most twelve lines.
    package var lines: [String] {
        let frames = frames.map(\.line)
        guard framesLeftOut > 0 else { return frames }
        return ["(\(framesLeftOut) \(framesLeftOut == 1 ? "frame" : "frames") left out)"] + frames
    }
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
func expect(_ bytes: [UInt8], equals wanted: [UInt8], _ what: @autoclosure () -> String) throws {
    func words(_ bytes: [UInt8]) -> String { FieldValue.bytes(bytes).words }
    try expect(bytes == wanted, "\(what()): \(words(wanted))", got: words(bytes))
}

/// Fails the check unless the two are equal.
func expect<Code: NamedCode>(_ code: Code, equals wanted: Code, _ what: @autoclosure () -> String) throws {
    try expect(code == wanted, "\(what()): \(wanted.words)", got: code.words)
}

/// Fails the check unless the two are equal.
func expect<Value: Equatable>(_ value: Value, equals wanted: Value, _ what: @autoclosure () -> String) throws {
    try expect(value == wanted, "\(what()): \(wanted)", got: "\(value)")
}
