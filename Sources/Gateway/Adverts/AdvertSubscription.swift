import DongleLink
import DongleProtocol

/// What a reader of adverts gets.
public enum AdvertUpdate: Sendable {
    /// A whole batch; the reader picks what passes its ``AdvertFilter``.
    case adverts(AdvertBatch)
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
public struct AdvertSubscription: AsyncSequence, Sendable {
    public typealias Element = AdvertUpdate

    /// Adverts.
    public static let capacity = 16_384

    /// Names it; never used again.
    public let id: String

    public struct Iterator: AsyncIteratorProtocol {
        /// Nil when it was ended, or the task cancelled.
        public mutating func next() async -> AdvertUpdate? { fatalError("unbuilt") }
    }

    public func makeAsyncIterator() -> Iterator { fatalError("unbuilt") }

    /// Ends it in order: what was heard before still comes, then nil. Where nobody else wants adverts, the scan is stopped
    /// first and the dongles drained.
    public func end() async { fatalError("unbuilt") }

    /// Leaves at once. To be called on every path; does nothing after ``end()`` was drained.
    public func cancel() { fatalError("unbuilt") }
}
