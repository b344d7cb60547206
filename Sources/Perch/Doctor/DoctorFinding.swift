import Failures
import LineFormats

/// Result of one check of `perch doctor`.
struct DoctorFinding: Sendable, Hashable {
    enum Verdict: String, Sendable, CaseIterable {
        case ok
        /// Works, but could work better, or may fail later.
        case warning
        /// Does not work.
        case problem
        /// Could not be checked.
        case skipped
    }

    /// Name of the check: a word, and where there are several of a kind, which one.
    let check: String
    let verdict: Verdict
    /// The state found, in one sentence.
    let cause: String
    /// Advice on what to do; nil where nothing needs to be done.
    var next: String?
    /// Exit status with which a verb would end because of this finding.
    var exit = ExitStatus.ok

    static func ok(_ check: String, _ cause: String) -> DoctorFinding {
        DoctorFinding(check: check, verdict: .ok, cause: cause)
    }

    static func warning(_ check: String, _ cause: String, next: String) -> DoctorFinding {
        DoctorFinding(check: check, verdict: .warning, cause: cause, next: next)
    }

    static func problem(_ check: String, _ cause: String, next: String, exit: ExitStatus) -> DoctorFinding {
        DoctorFinding(check: check, verdict: .problem, cause: cause, next: next, exit: exit)
    }

    /// Returns the finding for an error.
    static func problem(_ check: String, _ error: any Error) -> DoctorFinding {
        let failure = Failure(error)
        return problem(check, failure.message, next: failure.hint, exit: failure.exit)
    }

    static func skipped(_ check: String, _ cause: String) -> DoctorFinding {
        DoctorFinding(check: check, verdict: .skipped, cause: cause)
    }

    /// Lines for people.
    var prose: [String] {
        let word = verdict.rawValue.padding(toLength: 8)
        return ["\(word) \(check): \(cause)"] + (next.map { ["         Next: \($0)"] } ?? [])
    }
}

extension JSONWriter {
    /// Writes the fields of a finding's line.
    mutating func fields(_ finding: DoctorFinding) {
        field("check", finding.check)
        field("verdict", finding.verdict.rawValue)
        field("cause", finding.cause)
        field("next", finding.next)
        if finding.exit != .ok { field("exit_code", finding.exit.rawValue) }
    }
}

extension String {
    fileprivate func padding(toLength length: Int) -> String {
        self + String(repeating: " ", count: max(0, length - count))
    }
}
