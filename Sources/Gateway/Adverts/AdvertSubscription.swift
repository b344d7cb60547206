import DongleLink
import DongleProtocol

/// Update for a reader of adverts.
package enum AdvertUpdate: Sendable {
    /// A whole batch; the reader picks the adverts that pass its ``AdvertFilter``.
    case adverts(HeardAdverts)
    /// Exact count of adverts that the dongle heard and the gateway did not receive.
    case lost(dongle: String, UInt64)
    /// Exact count of adverts that the gateway dropped because this reader, or the gateway itself,
    /// was too slow.
    case missed(UInt64)
    case interrupted(dongle: String, Interruption)
    case restored(dongle: String)
    /// The dongle's scanner failed. `radio`: why its radio cannot be used, where the gateway knows.
    case failed(dongle: String, Status, radio: RadioError? = nil)
}

/// Adverts for one reader. Holds at most ``capacity`` adverts; a reader that falls further behind
/// misses the oldest and is told how many.
package struct AdvertSubscription: AsyncSequence, Sendable {
    package typealias Element = AdvertUpdate

    /// Largest number of adverts held.
    package static let capacity = 16_384

    let reader: AdvertReader

    /// Identifier of the reader, never used again.
    package var id: String { reader.name }

    package struct Iterator: AsyncIteratorProtocol {
        let reader: AdvertReader

        /// Returns the next update; nil once the subscription has ended or the task is cancelled.
        package mutating func next() async -> AdvertUpdate? {
            if let update = await reader.queue.next() { return update }
            reader.cancel()
            return nil
        }
    }

    package func makeAsyncIterator() -> Iterator { Iterator(reader: reader) }

    /// Ends the subscription in order: adverts heard before still come, then nil. If no other
    /// reader wants adverts, the scan is stopped and the dongles are drained first.
    package func end() async { await reader.hub.end(reader) }

    /// Ends the subscription at once. Call it on every path; it does nothing once ``end()`` was
    /// drained.
    package func cancel() { reader.cancel() }
}

/// A reader's place in the hub, freed when the last copy of its subscription is gone.
final class AdvertReader: Sendable {
    let id: UInt64
    let name: String
    let queue = AdvertQueue()
    let hub: AdvertHub

    init(id: UInt64, hub: AdvertHub) {
        self.id = id
        self.hub = hub
        // The random half makes sure that an id from an earlier run of the gateway never names a
        // reader of this run.
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
