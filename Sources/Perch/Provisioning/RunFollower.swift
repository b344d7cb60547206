import Failures
import GatewayClient
import GatewayModel
import LineFormats
import Synchronization

/// Follows the runs of a batch to their end, and shows their progress.
final class RunFollower: Sendable {
    /// Longest wait for runs to end after a request to stop. They end after their present step,
    /// which is one write at most, and after the connection is closed.
    private static let stopLimit = Duration.seconds(20)

    private let lease: GatewayLease
    /// Client whose requests ^C does not interrupt: ^C ends the runs in order instead.
    private var client: GatewayClient { lease.client.uninterrupted }
    private let batch: ProvisioningBatch
    private let output: VerbOutput
    private let state: Mutex<State>

    private struct State {
        var board: RunBoard
        var isStopping = false
    }

    private enum Step: Sendable {
        /// The stream ended by itself.
        case ended
        /// A signal or the closed output asks the runs to end.
        case asked
        case late
        case cancelled
    }

    init(_ batch: ProvisioningBatch, lease: GatewayLease, output: VerbOutput) {
        self.batch = batch
        self.lease = lease
        self.output = output
        state = Mutex(State(board: RunBoard(batch.runs)))
    }

    private var board: RunBoard { state.withLock { $0.board } }

    /// Follows the runs to their end, and reports their outcome. After ^C it asks the gateway to
    /// end the runs, and waits for them.
    ///
    /// - Throws: ``Failure`` unless all runs are verified.
    func run() async throws {
        let inhibitor = SleepInhibitor(why: "provisioning beacons")
        defer { inhibitor?.end() }
        output.setResult { [self] in
            $0.field("batch", batch.batch)
            $0.fields(board.counts)
        }
        if batch.runs.count > 1 {
            await output.text(
                "\(batch.runs.count) beacons, \(batch.parallel) at a time: `perch provision status --batch \(batch.batch)`."
            )
        }
        try await output.live(
            lines: { [self] in lines(columns: $0, rows: $1, hasColour: $2) },
            while: { try await follow(writesLines: output.liveTerminal == nil) })
        try await conclude()
    }

    private func lines(columns: Int, rows: Int, hasColour: Bool) -> [String] {
        let (runs, isStopping) = state.withLock { ($0.board.runs, $0.isStopping) }
        return RunTable(columns: columns, rows: rows, hasColour: hasColour).lines(
            runs, isSimulated: output.isSimulated, isStopping: isStopping)
    }

    // MARK: Following

    private func follow(writesLines: Bool) async throws {
        do {
            let stream = try await client.progress(batch: batch.batch)
            try await withThrowingTaskGroup(of: Step.self) { group in
                group.addTask { [self] in
                    for try await line in stream { try await take(line, writesLines: writesLines) }
                    return Task.isCancelled ? .cancelled : .ended
                }
                group.addTask { [output] in await output.stop.wait() == nil ? .cancelled : .asked }
                defer { group.cancelAll() }
                while let step = try await group.next() {
                    switch step {
                    case .ended: return
                    case .cancelled: continue
                    case .late: throw stillRunning(because: "The runs did not stop within \(tenths(Self.stopLimit)) s.")
                    case .asked:
                        try await stop()
                        group.addTask {
                            // The sleep is cancelled where all runs ended in time.
                            (try? await Task.sleep(for: Self.stopLimit)) == nil ? .cancelled : .late
                        }
                    }
                }
            }
            try await settle()
        } catch let error as ClientError {
            throw lost(error)
        }
    }

    private func stop() async throws {
        state.withLock { $0.isStopping = true }
        say(
            output.stop.reason == .signal
                ? "perch: Stopping the runs. Press ^C again to end at once, without waiting for them."
                : "perch: The output was closed. Stopping the runs.")
        _ = try await client.stopRuns(batch: batch.batch)
    }

    private func take(_ line: ProvisioningStreamLine, writesLines: Bool) async throws {
        guard case .run(let run) = line else { return }
        if run.simulated == true { output.markSimulated() }
        let isWorthALine = state.withLock { $0.board.take(run) }
        try await output.line("run", of: run)
        if writesLines && isWorthALine { await output.text(run.line) }
    }

    /// Requests the final state of open runs, since the stream leaves out changes that come too
    /// fast.
    private func settle() async throws {
        for run in board.open {
            let now = try await client.run(run.id)
            if now != run { try await take(.run(now), writesLines: true) }
        }
    }

    // MARK: The end

    private func conclude() async throws {
        let board = board
        if !board.open.isEmpty {
            for line in board.summary { await output.text(line) }
            throw stillRunning(because: "The gateway is shutting down.")
        }
        // For a single run, the thrown failure says the same.
        if board.runs.count > 1 || board.unverified.isEmpty || interruption != nil {
            for line in board.summary { await output.text(line) }
        }
        if let failure = board.failure(interruption: interruption) { throw failure }
    }

    private var interruption: Failure? {
        let hint = "Continue with `perch provision resume`."
        return switch output.stop.reason {
        case .signal:
            Failure(
                code: "interrupted", message: "Interrupted before every beacon was provisioned.", hint: hint,
                isRetryable: true, exit: .interrupted)
        case .outputClosed:
            // Nobody reads the message, but the exit code must not be that of a success.
            Failure(
                code: "output-closed", message: "Stopped, because the output was closed.", hint: hint,
                isRetryable: true, exit: .temporary)
        case .satisfied, nil: nil
        }
    }

    private func stillRunning(because reason: String) -> Failure {
        Failure(
            code: "runs-unfinished",
            message: "\(reason) \(counted(board.open.count, "run is", "runs are")) not finished.",
            hint: "See their state with `perch provision status --batch \(batch.batch)`, and continue with "
                + "`perch provision resume`.", isRetryable: true, exit: .temporary)
    }

    /// Returns the failure for a lost stream. The runs themselves go on where the gateway is
    /// another process.
    private func lost(_ error: ClientError) -> Failure {
        var failure = Failure(error)
        guard !lease.isOwn else { return failure }
        failure.message += " The runs of batch \(batch.batch) continue there as long as the gateway runs."
        failure.hint = "See their state with `perch provision status --batch \(batch.batch)`."
        return failure
    }
}
