import NIOConcurrencyHelpers

/// Limits the answers of a beacon that notifies faster than the journal can be written, so that
/// they do not fill the memory, and counts the dropped ones.
final class AnswerGate: Sendable {
    /// Largest number of answers that one attempt keeps.
    static let limit = 256

    private struct State {
        var admitted = 0
        var dropped: UInt64 = 0
        var lost: UInt64 = 0
    }

    private let state = NIOLockedValueBox(State())

    /// Returns whether to pass an answer on. Lost notifications are only counted.
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

    /// Numbers of answers that are missing in the journal.
    var counts: (dropped: UInt64, lost: UInt64) { state.withLockedValue { ($0.dropped, $0.lost) } }
}
