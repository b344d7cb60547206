import GatewayModel
import Store

/// Update for a reader of events.
package enum EventUpdate: Sendable, Hashable {
    case event(EventRecord)
    /// Number of ids, at least, that were passed over: the events were deleted, or were too many
    /// for this reader.
    case missed(UInt64)
}

/// Events for one reader. Holds at most 1,024 of them.
package struct EventSubscription: AsyncSequence, Sendable {
    package typealias Element = EventUpdate

    let reader: EventReader

    package struct Iterator: AsyncIteratorProtocol {
        let reader: EventReader
        var page: ArraySlice<EventUpdate> = []

        /// Returns the next update; nil when the gateway stops, or the task is cancelled.
        package mutating func next() async -> EventUpdate? {
            while page.isEmpty, reader.queue.isReplaying, !Task.isCancelled { page = await reader.nextPage()[...] }
            if !page.isEmpty, !Task.isCancelled { return page.removeFirst() }
            return await reader.queue.next()
        }
    }

    package func makeAsyncIterator() -> Iterator { Iterator(reader: reader) }
}

/// A reader's place in the event log, freed when the last copy of its subscription is gone.
///
/// Stored events are read page by page as the reader needs them, so their number does not affect
/// the memory used.
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

    /// Begins the replay after an id. An id higher than any that exists means the newest.
    func beginReplay(after: Int64) async throws {
        let newest = try await store.ids().newest ?? 0
        cursor.position = max(0, min(after, newest))
    }

    /// Returns the next stored events; none once the reader has reached the live ones.
    func nextPage() async -> [EventUpdate] {
        let after = cursor.position
        do {
            let page = try await store.list(after: after, kinds: kinds?.names, limit: Self.pageSize)
            // Read after the page: events deleted up to now cannot be in a later page.
            let ids = try await store.ids()
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
