import TestSupport
import NIOConcurrencyHelpers
import Notifications
import Testing

/// A clock that stands still until a test moves it. Its time of day is its time since 2026-11-21T12:00:00Z.
final class ManualClock: Sendable {
    static let noon: Int64 = 1_795_262_400_000_000

    private struct State {
        var now = Duration.zero
        /// Jump of the time of day, in microseconds.
        var jump: Int64 = 0
        var sleepers: [Int: (until: Duration, continuation: CheckedContinuation<Void, Never>)] = [:]
        var next = 0
    }

    private let state = NIOLockedValueBox(State())

    var clock: NotifierClock {
        NotifierClock(now: { self.now }, sleep: { await self.sleep(until: $0) }, wall: { self.wall })
    }

    var now: Duration { state.withLockedValue(\.now) }
    var wall: Int64 {
        state.withLockedValue { state in
            ManualClock.noon + state.jump + state.now.components.seconds * 1_000_000
                + state.now.components.attoseconds / 1_000_000_000_000
        }
    }

    /// Times until which tasks sleep.
    var dueTimes: Set<Duration> { state.withLockedValue { Set($0.sleepers.values.map(\.until)) } }

    func jump(by microseconds: Int64) { state.withLockedValue { $0.jump += microseconds } }

    func advance(by time: Duration) {
        let due = state.withLockedValue { state in
            state.now += time
            let due = state.sleepers.filter { $0.value.until <= state.now }
            for id in due.keys { state.sleepers[id] = nil }
            return due.values.map(\.continuation)
        }
        for sleeper in due { sleeper.resume() }
    }

    /// Returns the earliest time until which a task sleeps, once there is one; nil = there was
    /// none.
    func nextDue(sourceLocation: SourceLocation = #_sourceLocation) async -> Duration? {
        await eventually("somebody sleeps", sourceLocation: sourceLocation) { !dueTimes.isEmpty }
        return dueTimes.min()
    }

    /// Advances to the earliest time until which a task sleeps.
    func advanceToNextDue(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let due = try #require(await nextDue(sourceLocation: sourceLocation), sourceLocation: sourceLocation)
        advance(by: due - now)
    }

    private func sleep(until time: Duration) async {
        let id = state.withLockedValue { state in
            state.next += 1
            return state.next
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let goesOn = state.withLockedValue { state in
                    guard time > state.now, !Task.isCancelled else { return true }
                    state.sleepers[id] = (time, continuation)
                    return false
                }
                if goesOn { continuation.resume() }
            }
        } onCancel: {
            state.withLockedValue { $0.sleepers.removeValue(forKey: id) }?.continuation.resume()
        }
    }
}
