import GatewayModel
import Concurrency
import NIOConcurrencyHelpers

/// What one sink has done, and whether it has something to do.
final class SinkRecord: Sendable {
    private struct State {
        var status: SinkStatus
        /// Rises with everything that gives it something to do.
        var stirred: UInt64 = 1
        /// What `stirred` was when it had nothing to do the last time.
        var settled: UInt64 = 0
        /// Called once, when it has nothing to do.
        var whenIdle: [Signal] = []
        var health = Health.works
    }

    private enum Health: Int {
        case works, fails, loses
    }

    private let state: NIOLockedValueBox<State>

    private let changes: AsyncStream<SinkChange>.Continuation

    /// - Parameter changes: Told when it begins to fail, and when it works again.
    init(_ kind: NotificationKind, name: String, changes: AsyncStream<SinkChange>.Continuation) {
        self.changes = changes
        state = NIOLockedValueBox(State(status: SinkStatus(kind: kind, name: name)))
    }

    var status: SinkStatus { state.withLockedValue(\.status) }
    var isIdle: Bool { state.withLockedValue { $0.stirred == $0.settled } }
    /// To be taken before looking for something to do.
    var stirred: UInt64 { state.withLockedValue(\.stirred) }

    func stir() { state.withLockedValue { $0.stirred += 1 } }

    /// There is nothing to do now, unless it was stirred since.
    func settle(_ stirred: UInt64) {
        let signals = state.withLockedValue { state in
            state.settled = stirred
            guard state.stirred == stirred else { return [Signal]() }
            defer { state.whenIdle = [] }
            return state.whenIdle
        }
        for signal in signals { signal.wake() }
    }

    /// Waits until there is nothing to do, or that time has come.
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

    /// A notice is not tried any more, after it has failed.
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
