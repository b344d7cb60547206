/// Long-lived work of a gateway's parts, which ``Gateway/run()`` runs.
final class WorkPool: Sendable {
    /// Work to run. Before the gateway runs, this holds at most one piece for each port.
    let pieces: AsyncStream<@Sendable () async -> Void>
    private let input: AsyncStream<@Sendable () async -> Void>.Continuation
    private let finished = Latch()

    init() {
        (pieces, input) = AsyncStream.makeStream()
    }

    /// Whether the gateway is stopping.
    var isFinished: Bool { finished.isSet }

    /// Adds a piece of work, which runs until it ends. Returns whether it will run: false once the
    /// gateway is stopping.
    @discardableResult
    func join(_ piece: @escaping @Sendable () async -> Void) -> Bool {
        if case .enqueued = input.yield(piece) { true } else { false }
    }

    /// Refuses further work.
    func finish() {
        finished.set()
        input.finish()
    }
}
