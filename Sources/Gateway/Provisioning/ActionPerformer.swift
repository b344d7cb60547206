import CP28

/// Performs the actions of a workflow, one at a time, and reports their outcomes.
struct ActionPerformer {
    let worker: RunWorker
    let events: AsyncStream<RunWorker.Event>.Continuation
    /// Number of the present action; outcomes of earlier actions are ignored.
    private(set) var current = 0
    private var task: Task<Void, Never>?
    /// Time when the beacon was told to save.
    private var saveBegan: Duration?

    init(worker: RunWorker, events: AsyncStream<RunWorker.Event>.Continuation) {
        self.worker = worker
        self.events = events
    }

    mutating func begin(_ action: ProvisioningWorkflow.Action) {
        current += 1
        if case .write(let step, _) = action, step.isSave { saveBegan = worker.clock.now() }
        let (number, events, worker, since) = (current, events, worker, saveBegan)
        task = Task {
            let answers = worker.answers
            let outcome = await worker.perform(action, since: since) { answer in
                if answers.admits(answer.what) { events.yield(.answer(answer)) }
            }
            if let outcome { events.yield(.outcome(outcome.input, of: number, remark: outcome.remark)) }
        }
    }

    /// Ends a wait that may take long; its outcome is still reported.
    func cutShort(_ action: ProvisioningWorkflow.Action) {
        switch action {
        case .look, .connect, .watch: task?.cancel()
        case .exchangeMTU, .discover, .subscribe, .writePassword, .listen, .write, .disconnect, .end: break
        }
    }

    /// Cancels the present action; its outcome is ignored.
    mutating func cancel() {
        task?.cancel()
        task = nil
        current += 1
    }
}
