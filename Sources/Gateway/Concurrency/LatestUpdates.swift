import Concurrency
import NIOCore

/// Updates for one reader. A reader that is too slow misses the oldest, and is told how many before
/// the next update.
final class LatestUpdates<Element: Sendable>: Sendable {
    private struct Content: ReaderBacklog {
        let capacity: Int
        let tellMissed: @Sendable (UInt64) -> Element
        var updates = CircularBuffer<Element>()
        var missed: UInt64 = 0

        mutating func pop() -> Element? {
            if missed > 0 {
                defer { missed = 0 }
                return tellMissed(missed)
            }
            return updates.popFirst()
        }

        mutating func append(_ update: Element) -> UInt64 {
            updates.append(update)
            guard updates.count > capacity else { return 0 }
            updates.removeFirst()
            missed += 1
            return 1
        }
    }

    private let queue: ReaderQueue<Content>

    /// - Parameter missed: Makes the update that reports how many were missed.
    init(capacity: Int, missed tellMissed: @escaping @Sendable (UInt64) -> Element) {
        queue = ReaderQueue(Content(capacity: capacity, tellMissed: tellMissed))
    }

    /// - Returns: Number of updates that the reader misses because of this one.
    @discardableResult
    func tell(_ update: Element) -> UInt64 { queue.change { $0.append(update) } ?? 0 }

    func finish() { queue.finish() }

    func makeIterator() -> LatestUpdatesIterator<Element> { LatestUpdatesIterator(fetch: queue.next) }
}

/// Iterator over updates; before them comes the count of older updates that were missed.
package struct LatestUpdatesIterator<Element: Sendable>: AsyncIteratorProtocol {
    let fetch: @Sendable () async -> Element?

    package mutating func next() async -> Element? { await fetch() }
}
