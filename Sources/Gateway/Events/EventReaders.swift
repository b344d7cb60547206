import GatewayModel
import NIOConcurrencyHelpers

/// Queues of the readers of events.
final class EventReaders: Sendable {
    private struct State {
        var queues: [UInt64: EventQueue] = [:]
        var nextID: UInt64 = 0
        var missed: UInt64 = 0
        var isFinished = false
    }

    private let state = NIOLockedValueBox(State())

    var counts: (readers: Int, missed: UInt64) { state.withLockedValue { ($0.queues.count, $0.missed) } }

    func add(
        store: any EventKeeper, kinds: Set<EventType>?, isReplaying: Bool, limit: Int
    ) throws(GatewayError) -> EventReader {
        let entered: Result<EventReader, GatewayError> = state.withLockedValue { state in
            if state.isFinished { return .failure(.stopping) }
            if state.queues.count >= limit { return .failure(.tooMany("readers", limit: limit)) }
            state.nextID += 1
            let queue = EventQueue(kinds: kinds, isReplaying: isReplaying)
            state.queues[state.nextID] = queue
            return .success(EventReader(id: state.nextID, queue: queue, kinds: kinds, store: store, readers: self))
        }
        return try entered.get()
    }

    func remove(_ id: UInt64) {
        state.withLockedValue { $0.queues[id] = nil }
    }

    /// Hands an event to every reader. Must be called in the order of the ids.
    func tell(_ event: EventRecord) {
        var missed: UInt64 = 0
        for queue in state.withLockedValue({ Array($0.queues.values) }) { missed += queue.append(event) }
        if missed > 0 { state.withLockedValue { $0.missed += missed } }
    }

    func finish() {
        let queues = state.withLockedValue { state in
            state.isFinished = true
            defer { state.queues = [:] }
            return state.queues
        }
        for queue in queues.values { queue.finish() }
    }
}
