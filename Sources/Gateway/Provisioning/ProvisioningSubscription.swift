import GatewayModel

/// States of runs for one reader. Holds at most ``capacity`` updates.
package struct ProvisioningSubscription: AsyncSequence, Sendable {
    /// Largest number of updates held: several for each run of the largest order.
    package static let capacity = 4_096

    package enum Element: Sendable, Hashable {
        case run(ProvisioningRun)
        /// Number of changes that were dropped because the reader was too slow. The following
        /// updates are newer.
        case missed(UInt64)
    }

    /// Runs at the beginning of the subscription, oldest first.
    package let standing: [ProvisioningRun]
    let reader: ProvisioningReader
    let readers: ProvisioningReaders

    /// Identifier of the reader, never used again.
    package var id: String { reader.name }

    package func makeAsyncIterator() -> LatestUpdatesIterator<Element> { reader.updates.makeIterator() }

    /// Ends the subscription at once. Call it on every path.
    package func end() { readers.leave(reader.name) }
}
