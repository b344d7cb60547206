import GatewayModel
import NIOConcurrencyHelpers

/// What a reader of ranging gets.
package enum RangingUpdate: Sendable {
    /// One second of ranging.
    case tick(RangingLine)
    case region(RegionLine)
    /// So many updates were dropped, because this reader was too slow. Exact.
    case missed(UInt64)
}

/// One reader's ranging. Holds at most ``capacity`` updates; a reader that is later than that misses the oldest and is told
/// how many.
package struct RangingSubscription: AsyncSequence, Sendable {
    package typealias Element = RangingUpdate

    /// Updates: as many seconds of ticks.
    package static let capacity = 16
    /// Readers at a time. A tick of 1,000 beacons takes about 300 KB, and each reader may be as late as its capacity.
    package static let readerLimit = 64
    /// Beacons in a tick; the farthest are left out, and counted.
    package static let beaconLimit = 1000

    let reader: RangingReader

    /// Names it; never used again.
    package var id: String { reader.name }

    package func makeAsyncIterator() -> AsyncStream<RangingUpdate>.Iterator { reader.updates.makeAsyncIterator() }

    /// Ends it behind what it holds. To be called on every path.
    package func end() { reader.end() }
}

/// A reader's place among those who range, which is free again once it is ended, or the last copy of its subscription gone.
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

    /// Adds an update. Returns how many the reader misses for it.
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
        // A count that was dropped is told again.
        if case .missed(let count) = update { return count }
        return 1
    }
}
