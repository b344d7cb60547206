import Failures
import LineFormats

/// One thing that `perch doctor` looked at, and what it saw.
struct DoctorFinding: Sendable, Hashable {
    enum Verdict: String, Sendable, CaseIterable {
        case ok
        /// It works, and could work better or fail later.
        case warning
        /// It cannot work like this.
        case problem
        /// It could not be looked at.
        case skipped
    }

    /// What was looked at: a word, and for several of a kind which one.
    let check: String
    let verdict: Verdict
    /// What is the case, one sentence.
    let cause: String
    /// What to do; nil where nothing is to be done.
    var next: String?
    /// What a program would end with that meets this.
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

    /// The problem that an error is.
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
