import Advertising
import Gateway
import GatewayModel
import Logging
import SimulatedDongle
import Store

extension KillSweep {
    /// Progress of a run.
    package enum Phase: String, CaseIterable, Sendable {
        case beforeSteps, betweenSteps, atSave, afterSave
    }

    /// Report of a gateway on the state that a killed one has left, and faults in that report.
    package struct Report: Sendable, CustomStringConvertible {
        /// State of the run; nil = there is no run.
        package var state: ProvisioningState?
        package var step = 0
        /// Phase recorded in the store, before a gateway settles it.
        package var phase = Phase.beforeSteps
        /// Whether the beacon will advertise the wanted identity.
        package var isWritten = false
        package var fault: String?

        /// Whether there is a run to resume.
        var canGoOn: Bool { state != nil && state != .verified }

        package var description: String {
            let state = state?.rawValue ?? "no run"
            return "\(state) \(step) \(phase) written: \(isWritten)" + (fault.map { " FAULT: \($0)" } ?? "")
        }
    }

    /// Actual state of a simulated beacon.
    private struct Truth: Sendable {
        /// Identity that the beacon advertises once no client is connected to it.
        var identity: BeaconIdentity?
        var hasTakenSave: Bool
    }

    /// Looks at a copy of the store, so that the next gateway finds it as the killed one has left
    /// it.
    ///
    /// - Parameter factory: The beacon's identity before the first gateway.
    func report(of folder: String, _ pty: PtyDongle, factory: BeaconIdentity?) async throws -> Report {
        let copy = try TemporaryStore.makeFolder()
        defer { TemporaryStore.remove(copy) }
        try TemporaryStore.copy(folder, to: copy)
        let truth = await pty.beacon(1) { beacon in
            Truth(
                identity: beacon.saved.advertised?.identity,
                hasTakenSave: beacon.executedCommands.contains { $0.code == 0x60 })
        }
        guard let truth else { throw KillFailure.unexpected("there is no beacon") }
        let store = try Store.open(path: TemporaryStore.path(copy))
        let report = try await Self.report(of: store, truth, factory: factory)
        try store.close()
        return report
    }

    private static func report(of store: Store, _ truth: Truth, factory: BeaconIdentity?) async throws -> Report {
        var report = Report()
        guard let left = try await store.runs.list(limit: 1).first else {
            if truth.identity != factory { report.fault = "the beacon was written and there is no run" }
            return report
        }
        let gateway = Gateway(
            configuration: Gateway.Configuration(), store: store,
            logger: Logger(label: "") { _ in SwiftLogNoOpLogHandler() })
        let run = try await gateway.provisioning.run(left.id)
        let hasJournaledSave = try await store.runs.journal(of: left.id, after: 0, limit: RunStore.journalLimit)
            .contains {
                $0.entry.kind == "write" && $0.entry.phase == .intent && $0.entry.step == run.steps
            }
        (report.state, report.step) = (run.state, run.step)
        report.phase = phase(left)
        report.isWritten = truth.identity == left.target.identity
        let hasChanged = truth.identity != factory
        // A journal may record less than the beacon has done, but nothing that contradicts it.
        report.fault =
            switch run.state {
            case .verified where !report.isWritten: "it is called verified, and the beacon is not what it is to be"
            case .failed where hasChanged || truth.hasTakenSave: "it is called failed, and the beacon was told to save"
            case .writtenUnverified where !truth.hasTakenSave: "it is called written, and no save came to the beacon"
            case .unknown where !hasJournaledSave: "it is called unknown, and no save had begun"
            case .verified, .failed, .writtenUnverified, .unknown:
                if hasChanged, !(left.progress.saveBegun && hasJournaledSave) {
                    "the beacon has saved, and the journal knows of no save"
                } else if run.state != .verified, run.reason == nil {
                    "it is called \(run.state.rawValue), and nothing says why"
                } else {
                    nil
                }
            default: "it is called \(run.state.rawValue), and nobody is at it"
            }
        return report
    }

    private static func phase(_ run: StoredRun) -> Phase {
        switch run.progress.state {
        case .planned, .connecting, .authenticated: .beforeSteps
        case .writing: run.progress.step < 24 ? .betweenSteps : .atSave
        default: .afterSave
        }
    }
}
