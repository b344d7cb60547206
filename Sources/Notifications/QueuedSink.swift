import GatewayModel
import Concurrency
import Foundation
import NIOConcurrencyHelpers

/// Runs a program for each notice, one at a time. When the queue is full, the oldest notice is
/// dropped.
final class QueuedSink: Sendable {
    /// Most notices in the queue.
    static let capacity = 100

    let record: SinkRecord
    private let timeout: Duration
    private let clock: NotifierClock
    /// Makes the program run for a notice.
    private let child: @Sendable (Notice) -> ChildProcess
    private struct State {
        var queue: [Notice] = []
        var isRunning = false
    }

    private let state = NIOLockedValueBox(State())
    private let signal = Signal()

    init(
        _ kind: NotificationKind, name: String, timeout: Duration, clock: NotifierClock,
        changes: AsyncStream<SinkChange>.Continuation,
        child: @escaping @Sendable (Notice) -> ChildProcess
    ) {
        record = SinkRecord(kind, name: name, changes: changes)
        self.timeout = timeout
        self.clock = clock
        self.child = child
    }

    /// Notices in the queue, plus the one being delivered.
    var left: Int { state.withLockedValue { $0.queue.count + ($0.isRunning ? 1 : 0) } }

    func take(_ notice: Notice) {
        record.stir()
        let isFull = state.withLockedValue { state in
            state.queue.append(notice)
            guard state.queue.count > QueuedSink.capacity else { return false }
            state.queue.removeFirst()
            return true
        }
        if isFull { record.dropped("too many notices are waiting", at: clock.wall()) }
        signal.wake()
    }

    /// Runs programs until the task is cancelled, which kills a program that is running.
    func run() async {
        while !Task.isCancelled {
            let stirred = record.stirred
            guard let notice = next() else {
                record.settle(stirred)
                await signal.wait()
                continue
            }
            let ending = await child(notice).run(within: timeout, clock)
            state.withLockedValue { $0.isRunning = false }
            if let failure = failure(ending) {
                record.failed(failure, at: clock.wall())
            } else {
                record.delivered()
            }
        }
    }

    private func next() -> Notice? {
        state.withLockedValue { state in
            guard !state.queue.isEmpty else { return nil }
            state.isRunning = true
            return state.queue.removeFirst()
        }
    }

    /// Returns why the program failed; nil if it succeeded.
    private func failure(_ ending: ChildProcess.Ending) -> String? {
        let words = ending.words.isEmpty ? "" : ": \(ending.words)"
        switch ending.cause {
        case .exited(0): return nil
        case .exited(let code): return "exit \(code)\(words)"
        case .signalled(let signal): return "ended by signal \(signal)\(words)"
        case .killed:
            return
                "did not end within \(timeout.formatted(.units(allowed: [.seconds], width: .narrow))), killed\(words)"
        case .notStarted(let code):
            return "cannot be started: \(String(cString: strerror(code)))"
        }
    }
}
