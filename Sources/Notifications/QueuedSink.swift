import GatewayModel
import Concurrency
import Foundation
import NIOConcurrencyHelpers

/// Runs a program for every notice, one after another. What finds no room in its queue pushes out the oldest.
final class QueuedSink: Sendable {
    /// Notices that wait.
    static let capacity = 100

    let record: SinkRecord
    private let timeout: Duration
    private let clock: NotifierClock
    /// What to run for a notice.
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

    /// Notices that wait, and the one under way.
    var left: Int { state.withLockedValue { $0.queue.count + ($0.isRunning ? 1 : 0) } }

    func take(_ notice: Notice) {
        record.stir()
        let isFull = state.withLockedValue { state in
            state.queue.append(notice)
            guard state.queue.count > QueuedSink.capacity else { return false }
            state.queue.removeFirst()
            return true
        }
        if isFull { record.dropped("too many notices wait", at: clock.wall()) }
        signal.wake()
    }

    /// Runs programs until the task is cancelled, which kills the one that runs.
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

    /// Nil for a program that has done its work.
    private func failure(_ ending: ChildProcess.Ending) -> String? {
        let words = ending.words.isEmpty ? "" : ": \(ending.words)"
        switch ending.cause {
        case .exited(0): return nil
        case .exited(let code): return "exit \(code)\(words)"
        case .signalled(let signal): return "ended by signal \(signal)\(words)"
        case .killed:
            return "no end within \(timeout.formatted(.units(allowed: [.seconds], width: .narrow))), killed\(words)"
        case .notStarted(let code):
            return "it cannot be started: \(String(cString: strerror(code)))"
        }
    }
}
