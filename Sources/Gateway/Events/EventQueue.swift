import Concurrency
import GatewayModel
import NIOCore

/// Queue between the event log and one reader: at most ``capacity`` events.
final class EventQueue: Sendable {
    static let capacity = 1024

    private struct Content: ReaderBacklog {
        var events = CircularBuffer<EventRecord>()
        var missed: UInt64 = 0
        /// Whether the reader is still reading stored events, where it finds newer events as well.
        var isReplaying: Bool
        /// Id up to which every event was reported, or did not concern the reader.
        var told: Int64 = 0
        /// Newest id that was left to the store.
        var newest: Int64 = 0

        mutating func pop() -> EventUpdate? {
            if missed > 0 {
                defer { missed = 0 }
                return .missed(missed)
            }
            return events.popFirst().map { .event($0) }
        }

        /// Adds an event. Returns the number of events that the reader misses because of it.
        mutating func append(_ event: EventRecord) -> UInt64 {
            if let id = event.id {
                if isReplaying {
                    newest = max(newest, id)
                    return 0
                }
                if id <= told { return 0 }
            }
            events.append(event)
            guard events.count > EventQueue.capacity else { return 0 }
            events.removeFirst()
            missed += 1
            return 1
        }
    }

    private let kinds: Set<EventType>?
    private let queue: ReaderQueue<Content>

    init(kinds: Set<EventType>?, isReplaying: Bool) {
        self.kinds = kinds
        queue = ReaderQueue(Content(isReplaying: isReplaying))
    }

    /// Adds an event. Returns the number of events that the reader misses because of it.
    func append(_ event: EventRecord) -> UInt64 {
        guard kinds?.contains(event.kind) ?? true else { return 0 }
        return queue.change { $0.append(event) } ?? 0
    }

    /// Ends the queue after the events it holds.
    func finish() { queue.finish() }

    // MARK: The replay

    /// Returns whether to read more from the store, after `told`; if not, later events are in the
    /// queue.
    func goesOnReplaying(told: Int64, isEmpty: Bool) -> Bool {
        let isFinished = queue.isFinished
        return queue.look { content in
            content.told = max(content.told, told)
            // The page is empty, and nothing was left to the store since: the reader is up to date.
            if isEmpty, content.newest <= told || isFinished { content.isReplaying = false }
            return content.isReplaying
        }
    }

    /// Ends the replay because the store cannot be read: the events left to it count as missed.
    func abandonReplay() {
        queue.look { content in
            content.isReplaying = false
            if content.newest > content.told {
                content.missed += UInt64(content.newest - content.told)
                content.told = content.newest
            }
        }
    }

    var isReplaying: Bool { queue.look { $0.isReplaying } }

    // MARK: The reader

    /// Returns the next live event; nil at the end, or when the task is cancelled.
    func next() async -> EventUpdate? { await queue.next() }
}
