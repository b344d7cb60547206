import DongleLink
import DongleProtocol

/// What a reader of adverts gets.
package enum AdvertUpdate: Sendable {
    /// A whole batch; the reader picks what passes its ``AdvertFilter``.
    case adverts(HeardAdverts)
    /// Adverts the dongle heard that did not reach the gateway. Exact.
    case lost(dongle: String, UInt64)
    /// Adverts that were dropped here, because this reader or the gateway was too slow. Exact.
    case missed(UInt64)
    case interrupted(dongle: String, Interruption)
    case restored(dongle: String)
    /// The dongle's scanner failed.
    case failed(dongle: String, Status)
}

/// One reader's adverts. Holds at most ``capacity`` of them; a reader that is later than that misses the oldest and is told
/// how many.
package struct AdvertSubscription: AsyncSequence, Sendable {
    package typealias Element = AdvertUpdate

    /// Adverts.
    package static let capacity = 16_384

    let reader: AdvertReader

    /// Names it; never used again.
    package var id: String { reader.name }

    package struct Iterator: AsyncIteratorProtocol {
        let reader: AdvertReader

        /// Nil when it was ended, or the task cancelled.
        package mutating func next() async -> AdvertUpdate? {
            if let update = await reader.queue.next() { return update }
            reader.cancel()
            return nil
        }
    }

    package func makeAsyncIterator() -> Iterator { Iterator(reader: reader) }

    /// Ends it in order: what was heard before still comes, then nil. Where nobody else wants adverts, the scan is stopped
    /// first and the dongles drained.
    package func end() async { await reader.hub.end(reader) }

    /// Leaves at once. To be called on every path; does nothing after ``end()`` was drained.
    package func cancel() { reader.cancel() }
}

/// A reader's place in the hub, which is free again when the last copy of its subscription is gone.
final class AdvertReader: Sendable {
    let id: UInt64
    let name: String
    let queue = AdvertQueue()
    let hub: AdvertHub

    init(id: UInt64, hub: AdvertHub) {
        self.id = id
        self.hub = hub
        // The random half keeps ids of an earlier run of the gateway from meaning a reader of this one.
        name = "s\(id)-" + String(UInt32.random(in: .min ... .max), radix: 36)
    }

    deinit {
        hub.remove(id)
    }

    func cancel() {
        hub.remove(id)
        queue.cancel()
    }
}
