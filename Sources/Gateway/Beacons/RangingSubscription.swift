import GatewayModel
import NIOConcurrencyHelpers

/// Update for a reader of ranging.
package enum RangingUpdate: Sendable {
    /// One second of ranging.
    case tick(RangingLine)
    case region(RegionLine)
    /// Exact count of updates that were dropped because this reader was too slow.
    case missed(UInt64)
}

/// Ranging for one reader. Holds at most ``capacity`` updates; a reader that falls further behind
/// misses the oldest and is told how many.
package struct RangingSubscription: AsyncSequence, Sendable {
    package typealias Element = RangingUpdate

    /// Largest number of updates held, each tick being one second.
    package static let capacity = 16
    /// Largest number of readers at a time. A tick of 1,000 beacons takes about 300 KB, and each
    /// reader may be ``capacity`` ticks late.
    package static let readerLimit = 64
    /// Largest number of beacons in a tick; the farthest are left out, and counted.
    package static let beaconLimit = 1000

    let reader: RangingReader

    /// Identifier of the reader, never used again.
    package var id: String { reader.name }

    package func makeAsyncIterator() -> AsyncStream<RangingUpdate>.Iterator { reader.updates.makeAsyncIterator() }

    /// Ends the subscription after the updates it holds. Call it on every path.
    package func end() { reader.end() }
}

/// A reader's place in ``RangingPlaces``, freed when the reader is ended or the last copy of its
/// subscription is gone.
final class RangingReader: Sendable {
    let name: String
    let query: RangingQuery
    let updates: AsyncStream<RangingUpdate>
    private let places: RangingPlaces
    private let input: AsyncStream<RangingUpdate>.Continuation
    private let missed = NIOLockedValueBox<UInt64>(0)

    init(name: String, query: RangingQuery, places: RangingPlaces) {
        self.name = name
        self.query = query
        self.places = places
        (updates, input) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(RangingSubscription.capacity))
    }

    deinit { end() }

    /// Adds an update. Returns the number of updates that the reader misses because of it.
    func tell(_ update: RangingUpdate) -> UInt64 {
        let before = missed.withLockedValue { missed in
            defer { missed = 0 }
            return missed
        }
        var dropped: UInt64 = 0
        if before > 0 { dropped += count(input.yield(.missed(before))) }
        dropped += count(input.yield(update))
        if dropped > 0 { missed.withLockedValue { $0 += dropped } }
        return dropped
    }

    func end() {
        input.finish()
        places.leave(name)
    }

    private func count(_ result: AsyncStream<RangingUpdate>.Continuation.YieldResult) -> UInt64 {
        guard case .dropped(let update) = result else { return 0 }
        // A dropped count is added to the next count.
        if case .missed(let count) = update { return count }
        return 1
    }
}
