import CP28

/// Does what a workflow says, one thing at a time, and reports what came of it.
struct ActionPerformer {
    let worker: RunWorker
    let events: AsyncStream<RunWorker.Event>.Continuation
    /// Counts the actions; outcomes of earlier ones do not matter any more.
    private(set) var current = 0
    private var task: Task<Void, Never>?
    /// When the beacon was told to keep what was written.
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

    /// Ends a wait for something that need not come; what it brings is still awaited.
    func cutShort(_ action: ProvisioningWorkflow.Action) {
        switch action {
        case .look, .connect, .watch: task?.cancel()
        case .exchangeMTU, .discover, .subscribe, .writePassword, .listen, .write, .disconnect, .end: break
        }
    }

    /// Ends what is under way; its outcome does not matter any more.
    mutating func cancel() {
        task?.cancel()
        task = nil
        current += 1
    }
}
