import DongleLink
import Failures
import GatewayClient
import GatewayModel
import LineFormats
import Synchronization

/// Has orders for configs carried out, and shows their progress.
struct ConfigFollower: Sendable {
    let lease: GatewayLease
    /// Name of the dongle that reaches the devices.
    let dongle: String
    let output: VerbOutput

    /// The newest progress and report from the gateway.
    private final class Board: Sendable {
        private let state = Mutex<(progress: ConfigProgress?, report: ConfigReport?)>((nil, nil))

        var progress: ConfigProgress? { state.withLock { $0.progress } }
        var report: ConfigReport? { state.withLock { $0.report } }

        func take(_ progress: ConfigProgress) { state.withLock { $0.progress = progress } }
        func take(_ report: ConfigReport) { state.withLock { $0.report = report } }
    }

    /// Carries out an order, writes its outcome, and makes that the verb's result. Where the order
    /// needs consent and there is a terminal, asks the user.
    ///
    /// - Throws: ``Failure`` unless the device holds the config that it was sent.
    func perform(_ action: ConfigAction, _ order: ConfigOrder) async throws {
        var report = try await report(action, order)
        await tell(report)
        let prompt = Prompt(output: output)
        if let failure = report.verbFailure, failure.code == "needs-consent", prompt.canAsk {
            try await prompt.confirm("Go ahead?", failure.message, isSure: false)
            var agreed = order
            agreed.mayRemove = true
            // The user agreed to this change of the config that the device held at that time.
            agreed.ifHeld = report.held
            report = try await self.report(action, agreed)
            await tell(report)
        }
        if var failure = report.verbFailure {
            if output.stop.reason == .signal { failure.exit = .interrupted }
            throw failure
        }
        guard output.stop.reason != .signal || !action.changesDevice else {
            throw Failure(
                code: "interrupted", message: "Interrupted while the command was carried out.",
                hint: "The outcome is shown above.", exit: .interrupted, outcome: .done)
        }
    }

    /// Writes the outcome of an order, and makes it the verb's result.
    func tell(_ report: ConfigReport) async {
        output.setResult { $0.fields(result: report) }
        for line in report.lines { await output.text(line) }
    }

    /// Carries out an order and returns its report, which may be that of a failure.
    ///
    /// - Parameter isQuiet: Whether the progress and the report are left out of the output.
    func report(_ action: ConfigAction, _ order: ConfigOrder, isQuiet: Bool = false) async throws -> ConfigReport {
        var order = order
        order.dongle = dongle
        let board = Board()
        if isQuiet {
            try await follow(action, order, board, isQuiet: true)
        } else {
            try await output.live(
                lines: { columns, _, _ in ConfigProgressBar(columns: columns).lines(board.progress) },
                while: { [order] in try await follow(action, order, board, isQuiet: false) })
        }
        guard let report = board.report else { throw lost(order) }
        if report.device.simulated == true { output.markSimulated() }
        return report
    }

    private func follow(_ action: ConfigAction, _ order: ConfigOrder, _ board: Board, isQuiet: Bool) async throws {
        // A quiet caller decides for itself when to end; a change is waited for, see below.
        let client = action.changesDevice || isQuiet ? lease.client.uninterrupted : lease.client
        let body: @Sendable () async throws -> Void = {
            for try await line in try await client.config(action, order) {
                switch line {
                case .start, .idle: continue
                case .progress(let progress):
                    board.take(progress)
                    if !isQuiet { await output.line("progress") { $0.fields(progress) } }
                case .report(let report):
                    board.take(report)
                    if !isQuiet { try await output.line("report", of: report) }
                }
            }
        }
        guard !isQuiet else { return try await body() }
        guard action.changesDevice else { return try await output.interruptible(body) }
        // If this process ended here, the order would go on in the gateway or leave a device half
        // written. Waiting for its end makes the outcome known.
        let told = Task { [output] in
            guard await output.stop.wait() == .signal else { return }
            say("perch: Waiting for the command to end, so that its outcome is known. Press ^C again to stop at once.")
        }
        defer { told.cancel() }
        try await body()
    }

    private func lost(_ order: ConfigOrder) -> Failure {
        Failure(
            code: "gateway-stopping", message: "The gateway ended before it reported the outcome.",
            hint: "See what the device holds: `perch config status --device \(printable(order.device))`.",
            isRetryable: true, exit: .temporary, outcome: .unknown)
    }
}

extension JSONWriter {
    /// Writes the fields of the result: a summary of the report, for scripts.
    fileprivate mutating func fields(result report: ConfigReport) {
        field("device", report.device.device)
        field("outcome", text: report.outcome)
        field("differences", report.differences.count)
        field("conflicts", report.conflicts.count)
        field("losses", report.losses.count)
        field("to_host", report.toHost.count)
        field("to_device", report.toDevice.count)
        field("problems", report.problems.count)
        field("saved", text: report.saved)
        if let transfer = report.transfer { field("transfer", transfer) }
    }
}
