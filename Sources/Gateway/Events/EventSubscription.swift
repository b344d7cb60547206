import GatewayModel
import Store

/// What a reader of events gets.
package enum EventUpdate: Sendable, Hashable {
    case event(EventRecord)
    /// So many events are not there any more or were too many for this reader. At least that many ids were passed over.
    case missed(UInt64)
}

/// One reader's events. Holds at most 1,024 of them.
package struct EventSubscription: AsyncSequence, Sendable {
    package typealias Element = EventUpdate

    let reader: EventReader

    package struct Iterator: AsyncIteratorProtocol {
        let reader: EventReader
        var page: ArraySlice<EventUpdate> = []

        /// Nil when the gateway stops, or the task is cancelled.
        package mutating func next() async -> EventUpdate? {
            while page.isEmpty, reader.queue.isReplaying, !Task.isCancelled { page = await reader.nextPage()[...] }
            if !page.isEmpty, !Task.isCancelled { return page.removeFirst() }
            return await reader.queue.next()
        }
    }

    package func makeAsyncIterator() -> Iterator { Iterator(reader: reader) }
}

/// A reader's place in the event log, which is free again when the last copy of its subscription is gone.
///
/// What is in the store is read page by page as the reader comes to it, so it holds no more however much that is.
final class EventReader: Sendable {
    private static let pageSize = 256

    let id: UInt64
    let queue: EventQueue
    private let kinds: Set<EventType>?
    private let store: any EventKeeper
    private let readers: EventReaders
    private let cursor = EventCursor()

    init(id: UInt64, queue: EventQueue, kinds: Set<EventType>?, store: any EventKeeper, readers: EventReaders) {
        self.id = id
        self.queue = queue
        self.kinds = kinds
        self.store = store
        self.readers = readers
    }

    deinit {
        readers.remove(id)
    }

    /// Begins behind an id. One that is higher than any that was given means the newest.
    func beginReplay(after: Int64) async throws {
        let newest = try await store.eventIDs().newest ?? 0
        cursor.position = max(0, min(after, newest))
    }

    /// The next events of the store; none when the reader has come to the live ones.
    func nextPage() async -> [EventUpdate] {
        let after = cursor.position
        do {
            let page = try await store.events(after: after, kinds: kinds?.names, limit: Self.pageSize)
            // Read after the page: what has been dropped up to now cannot be in a later one.
            let ids = try await store.eventIDs()
            let oldest = ids.oldest ?? (ids.newest ?? 0) + 1
            let passedOver = max(0, min(oldest, page.first?.id ?? oldest) - after - 1)
            let isGap = oldest > after + 1 && passedOver > 0
            let updates = page.compactMap { EventRecord($0).map(EventUpdate.event) }
            let told = page.last?.id ?? after + (isGap ? passedOver : 0)
            cursor.position = told
            _ = queue.goesOnReplaying(told: told, isEmpty: page.isEmpty)
            return (isGap ? [.missed(UInt64(passedOver))] : []) + updates
        } catch {
            queue.abandonReplay()
            return []
        }
    }
}
