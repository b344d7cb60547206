import NIOConcurrencyHelpers

/// One reader's updates. It misses the oldest where it is too late, and is told how many before what comes next.
final class LatestUpdates<Element: Sendable>: Sendable {
    private let updates: AsyncStream<Element>
    private let input: AsyncStream<Element>.Continuation
    private let missed = NIOLockedValueBox<UInt64>(0)
    private let tellMissed: @Sendable (UInt64) -> Element

    /// - Parameter missed: Says how many were missed.
    init(capacity: Int, missed tellMissed: @escaping @Sendable (UInt64) -> Element) {
        (updates, input) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(capacity))
        self.tellMissed = tellMissed
    }

    /// - Returns: How many updates it misses for this one.
    @discardableResult
    func tell(_ update: Element) -> UInt64 {
        missed.withLockedValue { missed in
            guard case .dropped = input.yield(update) else { return 0 }
            missed += 1
            return 1
        }
    }

    func finish() { input.finish() }

    fileprivate func takeMissed() -> Element? {
        let count = missed.withLockedValue { missed in
            defer { missed = 0 }
            return missed
        }
        return count > 0 ? tellMissed(count) : nil
    }

    func makeIterator() -> LatestUpdatesIterator<Element> {
        LatestUpdatesIterator(base: updates.makeAsyncIterator(), missed: takeMissed)
    }
}

/// Reads updates; before those that are there it tells how many older ones were missed.
public struct LatestUpdatesIterator<Element: Sendable>: AsyncIteratorProtocol {
    var base: AsyncStream<Element>.Iterator
    let missed: @Sendable () -> Element?

    public mutating func next() async -> Element? {
        if let missed = missed() { return missed }
        return await base.next()
    }
}
