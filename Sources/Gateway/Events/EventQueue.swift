import GatewayModel
import NIOConcurrencyHelpers

/// What lies between the event log and one reader of it: at most ``capacity`` events.
final class EventQueue: Sendable {
    static let capacity = 1024

    private struct State {
        var events: [EventRecord] = []
        var missed: UInt64 = 0
        /// While the reader is being told what the store holds, it finds newer events there, too.
        var isReplaying: Bool
        /// Ids up to here have been told, or are none of the reader's.
        var told: Int64 = 0
        /// The newest id that was left to the store.
        var newest: Int64 = 0
        var reader: CheckedContinuation<EventUpdate?, Never>?
        var isFinished = false

        mutating func pop() -> EventUpdate? {
            if missed > 0 {
                defer { missed = 0 }
                return .missed(missed)
            }
            return events.isEmpty ? nil : .event(events.removeFirst())
        }
    }

    private let kinds: Set<EventType>?
    private let state: NIOLockedValueBox<State>

    init(kinds: Set<EventType>?, isReplaying: Bool) {
        self.kinds = kinds
        state = NIOLockedValueBox(State(isReplaying: isReplaying))
    }

    /// Adds an event. Returns how many the reader misses for it.
    func append(_ event: EventRecord) -> UInt64 {
        guard kinds?.contains(event.kind) ?? true else { return 0 }
        let (reader, first, missed) = state.withLockedValue {
            state -> (CheckedContinuation<EventUpdate?, Never>?, EventUpdate?, UInt64) in
            guard !state.isFinished else { return (nil, nil, 0) }
            if let id = event.id {
                if state.isReplaying {
                    state.newest = max(state.newest, id)
                    return (nil, nil, 0)
                }
                if id <= state.told { return (nil, nil, 0) }
            }
            state.events.append(event)
            var missed: UInt64 = 0
            if state.events.count > Self.capacity {
                state.events.removeFirst()
                missed = 1
                state.missed += 1
            }
            guard let reader = state.reader.take() else { return (nil, nil, missed) }
            return (reader, state.pop(), missed)
        }
        reader?.resume(returning: first)
        return missed
    }

    /// Ends it behind what it holds.
    func finish() {
        let reader = state.withLockedValue { state in
            state.isFinished = true
            return state.reader.take()
        }
        reader?.resume(returning: nil)
    }

    // MARK: The replay

    /// Whether the store is to be read on, from behind `told`; if not, what comes is in the queue.
    func goesOnReplaying(told: Int64, isEmpty: Bool) -> Bool {
        state.withLockedValue { state in
            state.told = max(state.told, told)
            // An empty page, and nothing was left to the store since: the reader is up to date.
            if isEmpty, state.newest <= told || state.isFinished { state.isReplaying = false }
            return state.isReplaying
        }
    }

    /// The store cannot be read: what was left to it is missed.
    func abandonReplay() {
        state.withLockedValue { state in
            state.isReplaying = false
            if state.newest > state.told {
                state.missed += UInt64(state.newest - state.told)
                state.told = state.newest
            }
        }
    }

    var isReplaying: Bool { state.withLockedValue(\.isReplaying) }

    // MARK: The reader

    /// The next live event; nil at the end, or when the task is cancelled.
    func next() async -> EventUpdate? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                var displaced: CheckedContinuation<EventUpdate?, Never>?
                let answer: EventUpdate?? = state.withLockedValue { state in
                    if Task.isCancelled { return .some(nil) }
                    if let update = state.pop() { return update }
                    if state.isFinished { return .some(nil) }
                    // A second reader ends the first.
                    displaced = state.reader.take()
                    state.reader = continuation
                    return nil
                }
                displaced?.resume(returning: nil)
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            state.withLockedValue { $0.reader.take() }?.resume(returning: nil)
        }
    }
}
