import GatewayModel

/// What a reader of events gets.
public enum EventUpdate: Sendable, Hashable {
    case event(EventRecord)
    /// So many events are not there any more or were too many for this reader. At least that many ids were passed over.
    case missed(UInt64)
}

/// One reader's events. Holds at most 1,024 of them.
public struct EventSubscription: AsyncSequence, Sendable {
    public typealias Element = EventUpdate

    public struct Iterator: AsyncIteratorProtocol {
        /// Nil when the gateway stops, or the task is cancelled.
        public mutating func next() async -> EventUpdate? { fatalError("unbuilt") }
    }

    public func makeAsyncIterator() -> Iterator { fatalError("unbuilt") }
}
