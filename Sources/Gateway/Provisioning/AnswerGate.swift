import NIOConcurrencyHelpers

/// Keeps a beacon that notifies faster than the journal can be written from filling the memory, and counts what is left out.
final class AnswerGate: Sendable {
    /// Answers of one attempt that are kept.
    static let limit = 256

    private struct State {
        var admitted = 0
        var dropped: UInt64 = 0
        var lost: UInt64 = 0
    }

    private let state = NIOLockedValueBox(State())

    /// Whether it is to be handed on. What is lost on the way is only counted.
    func admits(_ what: BeaconAnswer.What) -> Bool {
        state.withLockedValue { state in
            switch what {
            case .disconnected: return true
            case .lost(let count):
                state.lost += UInt64(count)
                return false
            case .answered:
                state.admitted += 1
                if state.admitted <= Self.limit { return true }
                state.dropped += 1
                return false
            }
        }
    }

    /// What did not come into the journal.
    var counts: (dropped: UInt64, lost: UInt64) { state.withLockedValue { ($0.dropped, $0.lost) } }
}
