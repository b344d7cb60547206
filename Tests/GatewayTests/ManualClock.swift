import NIOConcurrencyHelpers

@testable import Gateway

/// A clock that stands still until a test moves it.
final class ManualClock: Sendable {
    private struct State {
        var now = Duration.zero
        var sleepers: [Int: (until: Duration, latch: Latch)] = [:]
        var next = 0
    }

    private let state = NIOLockedValueBox(State())

    var clock: GatewayClock {
        GatewayClock(now: { self.state.withLockedValue(\.now) }, sleep: { await self.sleep(until: $0) })
    }

    /// Number of tasks that wait for the clock.
    var sleepers: Int { state.withLockedValue(\.sleepers.count) }

    func advance(by time: Duration) {
        let due = state.withLockedValue { state in
            state.now += time
            let due = state.sleepers.filter { $0.value.until <= state.now }
            for id in due.keys { state.sleepers[id] = nil }
            return due.values.map(\.latch)
        }
        for latch in due { latch.set() }
    }

    private func sleep(until time: Duration) async {
        let latch = Latch()
        let id: Int? = state.withLockedValue { state in
            guard time > state.now else { return nil }
            state.next += 1
            state.sleepers[state.next] = (time, latch)
            return state.next
        }
        guard let id else { return }
        await latch.wait()
        state.withLockedValue { $0.sleepers[id] = nil }
    }
}
