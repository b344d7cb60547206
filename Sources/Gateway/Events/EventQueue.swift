import Concurrency
import GatewayModel
import NIOCore

/// What lies between the event log and one reader of it: at most ``capacity`` events.
final class EventQueue: Sendable {
    static let capacity = 1024

    private struct Content: ReaderBacklog {
        var events = CircularBuffer<EventRecord>()
        var missed: UInt64 = 0
        /// While the reader is being told what the store holds, it finds newer events there, too.
        var isReplaying: Bool
        /// Ids up to here have been told, or are none of the reader's.
        var told: Int64 = 0
        /// The newest id that was left to the store.
        var newest: Int64 = 0

        mutating func pop() -> EventUpdate? {
            if missed > 0 {
                defer { missed = 0 }
                return .missed(missed)
            }
            return events.popFirst().map { .event($0) }
        }

        /// Returns how many the reader misses for it.
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

    /// Adds an event. Returns how many the reader misses for it.
    func append(_ event: EventRecord) -> UInt64 {
        guard kinds?.contains(event.kind) ?? true else { return 0 }
        return queue.change { $0.append(event) } ?? 0
    }

    /// Ends it behind what it holds.
    func finish() { queue.finish() }

    // MARK: The replay

    /// Whether the store is to be read on, from behind `told`; if not, what comes is in the queue.
    func goesOnReplaying(told: Int64, isEmpty: Bool) -> Bool {
        let isFinished = queue.isFinished
        return queue.look { content in
            content.told = max(content.told, told)
            // An empty page, and nothing was left to the store since: the reader is up to date.
            if isEmpty, content.newest <= told || isFinished { content.isReplaying = false }
            return content.isReplaying
        }
    }

    /// The store cannot be read: what was left to it is missed.
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

    /// The next live event; nil at the end, or when the task is cancelled.
    func next() async -> EventUpdate? { await queue.next() }
}
