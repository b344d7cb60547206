import GatewayModel
import Concurrency
import NIOConcurrencyHelpers

/// Counts and health of one sink, and whether the sink has work to do.
final class SinkRecord: Sendable {
    private struct State {
        var status: SinkStatus
        /// Rises with every event that gives the sink work.
        var stirred: UInt64 = 1
        /// Value of `stirred` when the sink last had no work.
        var settled: UInt64 = 0
        /// Signals to wake once when the sink has no work.
        var whenIdle: [Signal] = []
        var health = Health.works
    }

    private enum Health: Int {
        case works, fails, loses
    }

    private let state: NIOLockedValueBox<State>

    private let changes: AsyncStream<SinkChange>.Continuation

    /// - Parameter changes: Receives a change when the sink begins to fail, and when it works
    ///   again.
    init(_ kind: NotificationKind, name: String, changes: AsyncStream<SinkChange>.Continuation) {
        self.changes = changes
        state = NIOLockedValueBox(State(status: SinkStatus(kind: kind, name: name)))
    }

    var status: SinkStatus { state.withLockedValue(\.status) }
    var isIdle: Bool { state.withLockedValue { $0.stirred == $0.settled } }
    /// Read this before looking for work, and pass it to ``settle(_:)``.
    var stirred: UInt64 { state.withLockedValue(\.stirred) }

    func stir() { state.withLockedValue { $0.stirred += 1 } }

    /// Records that the sink has no work, unless it was stirred since.
    func settle(_ stirred: UInt64) {
        let signals = state.withLockedValue { state in
            state.settled = stirred
            guard state.stirred == stirred else { return [Signal]() }
            defer { state.whenIdle = [] }
            return state.whenIdle
        }
        for signal in signals { signal.wake() }
    }

    /// Waits until the sink has no work, or until that time.
    func idle(until deadline: Duration, _ clock: NotifierClock) async {
        while !isIdle, clock.now() < deadline, !Task.isCancelled {
            let signal = Signal()
            state.withLockedValue { state in
                state.stirred == state.settled ? signal.wake() : state.whenIdle.append(signal)
            }
            await signal.wait(until: deadline, clock)
        }
    }

    func delivered() {
        state.withLockedValue { state in
            state.status.delivered += 1
            guard state.health != .works else { return }
            state.health = .works
            changes.yield(SinkChange(kind: state.status.kind, name: state.status.name, state: .works))
        }
    }

    func failed(_ error: String, at wall: Int64) {
        state.withLockedValue { state in
            state.status.failed += 1
            state.status.lastError = error
            state.status.lastErrorMicroseconds = wall
            worsen(&state, .fails, .fails(error))
        }
    }

    /// Records that a failed notice is no longer tried.
    func gaveUp(_ error: String) { state.withLockedValue { worsen(&$0, .loses, .loses(error)) } }

    private func worsen(_ state: inout State, _ health: Health, _ change: SinkChange.State) {
        guard state.health.rawValue < health.rawValue else { return }
        state.health = health
        changes.yield(SinkChange(kind: state.status.kind, name: state.status.name, state: change))
    }

    func dropped(_ error: String, at wall: Int64) {
        state.withLockedValue { state in
            state.status.dropped += 1
            state.status.lastError = error
            state.status.lastErrorMicroseconds = wall
            worsen(&state, .loses, .loses(error))
        }
    }
}
