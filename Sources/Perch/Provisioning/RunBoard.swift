import GatewayModel
import LineFormats

/// State of the runs of a batch. Pure.
struct RunBoard: Sendable {
    /// Runs in the order in which they were begun.
    private(set) var runs: [ProvisioningRun]
    /// State of each run that was reported last.
    private var told: [Int64: Told] = [:]

    private struct Told: Sendable, Hashable {
        var state: ProvisioningState
        var attempt: Int
        /// Completed quarters of the steps.
        var quarter: Int
    }

    init(_ runs: [ProvisioningRun]) {
        self.runs = runs
    }

    /// Updates the state of a run.
    ///
    /// - Returns: Whether to write a line on the change: its state has changed, or another quarter
    ///   of the steps is done.
    mutating func take(_ run: ProvisioningRun) -> Bool {
        if let index = runs.firstIndex(where: { $0.id == run.id }) {
            runs[index] = run
        } else {
            runs.append(run)
        }
        let quarter = run.state == .writing && run.steps > 0 ? run.step * 4 / run.steps : 0
        let now = Told(state: run.state, attempt: run.attempts, quarter: quarter)
        defer { told[run.id] = now }
        return told[run.id] != now
    }

    var counts: RunCounts { RunCounts(runs) }

    /// Runs that have not ended.
    var open: [ProvisioningRun] { runs.filter { !$0.state.isEnd } }

    /// Runs that have ended and are not verified.
    var unverified: [ProvisioningRun] { runs.filter { $0.state.isEnd && $0.state != .verified } }
}

/// Number of runs by state.
struct RunCounts: Sendable, Hashable {
    var all = 0
    var verified = 0
    var writtenUnverified = 0
    var failed = 0
    var unknown = 0
    /// Runs that have begun and not ended.
    var underWay = 0
    /// Runs that have not begun.
    var waiting = 0

    init(_ runs: [ProvisioningRun]) {
        all = runs.count
        for run in runs {
            switch run.state {
            case .verified: verified += 1
            case .writtenUnverified: writtenUnverified += 1
            case .failed: failed += 1
            case .unknown: unknown += 1
            case .planned: waiting += 1
            case .connecting, .authenticated, .writing, .saved: underWay += 1
            }
        }
    }

    /// Counts that are not zero, such as "3 verified, 1 failed"; "none" where all are zero.
    var words: String {
        let parts = [
            (verified, "verified"), (writtenUnverified, "written and not verified"), (failed, "failed"),
            (unknown, "unknown"), (underWay, "under way"), (waiting, "waiting"),
        ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        return parts.isEmpty ? "none" : parts.joined(separator: ", ")
    }
}

extension JSONWriter {
    mutating func fields(_ counts: RunCounts) {
        field("runs", counts.all)
        field("verified", counts.verified)
        field("written_unverified", counts.writtenUnverified)
        field("failed", counts.failed)
        field("unknown", counts.unknown)
        field("unfinished", counts.underWay + counts.waiting)
    }
}
