import Failures
import GatewayModel

extension ProvisioningRun {
    /// The failure of the run; nil where it is verified.
    var failure: Failure? {
        guard state != .verified else { return nil }
        guard let reason else {
            return Failure(
                code: "run-unfinished", message: "\(printable(name)) at \(address) is not finished.",
                hint: "See it with `perch provision show \(id)`, then run `perch provision resume \(id)`.",
                isRetryable: true, exit: .temporary)
        }
        let become = consequence.map { " " + $0 } ?? ""
        return Failure(
            code: printable(reason.code), message: printable(reason.message) + become, hint: printable(reason.hint),
            isRetryable: exit == .temporary, exit: exit)
    }

    /// State of the beacon after the run, in one sentence; nil before the end. The run's reason
    /// says only what happened.
    var consequence: String? {
        switch state {
        case .writtenUnverified: "Everything was written, but the new identity was not heard."
        case .failed: "Nothing was saved on the beacon."
        case .unknown: "It is unknown whether the beacon saved its new identity."
        case .verified, .planned, .connecting, .authenticated, .writing, .saved: nil
        }
    }

    /// Exit status of a process that did only this run.
    var exit: ExitStatus {
        switch state {
        case .verified: .ok
        // For any reason, such a run is no success but may become one.
        case .writtenUnverified, .unknown: .temporary
        case .planned, .connecting, .authenticated, .writing, .saved, .failed:
            reason.map { ExitStatus(ofRunCode: $0.code) } ?? .temporary
        }
    }
}

extension RunBoard {
    /// Returns the failure of all runs together; nil where all are verified.
    ///
    /// - Parameter interruption: The failure to return where the verb was stopped and not every run
    ///   is verified.
    func failure(interruption: Failure?) -> Failure? {
        let bad = runs.filter { $0.state != .verified }
        guard let first = bad.first(where: { $0.state == .failed }) ?? bad.first else { return nil }
        if let interruption { return interruption }
        if runs.count == 1 { return first.failure }
        return Failure(
            code: "not-all-verified", message: "\(bad.count) of \(counted(runs.count, "beacon")) are not verified.",
            hint: "The reasons are shown above. Run `perch provision resume`; "
                + "`perch provision status` shows the state of all.",
            isRetryable: bad.allSatisfy { $0.exit == .temporary }, exit: first.exit)
    }

    /// Lines for people once all runs have ended: their counts, and what to do about each run that
    /// is not verified.
    var summary: [String] {
        var lines = ["\(counted(runs.count, "beacon")): \(counts.words)."]
        for run in runs where run.state != .verified {
            lines.append("  \(run.line)")
            guard let failure = run.failure else { continue }
            lines += ["      \(failure.message)", "      Next: \(failure.hint)"]
        }
        return lines
    }
}
