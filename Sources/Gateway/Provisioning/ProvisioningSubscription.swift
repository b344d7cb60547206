import GatewayModel

/// One reader of how runs stand. Holds at most ``capacity`` updates.
package struct ProvisioningSubscription: AsyncSequence, Sendable {
    /// Updates: several for each of the runs that an order can have.
    package static let capacity = 4_096

    package enum Element: Sendable, Hashable {
        case run(ProvisioningRun)
        /// So many changes were dropped, because the reader was too slow. What comes next is newer than they were.
        case missed(UInt64)
    }

    /// How the runs stood when it began, the oldest first.
    package let standing: [ProvisioningRun]
    let reader: ProvisioningReader
    let readers: ProvisioningReaders

    /// Names it; never used again.
    package var id: String { reader.name }

    package func makeAsyncIterator() -> LatestUpdatesIterator<Element> { reader.updates.makeIterator() }

    /// Leaves at once. To be called on every path.
    package func end() { readers.leave(reader.name) }
}
