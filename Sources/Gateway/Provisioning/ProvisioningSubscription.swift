import GatewayModel

/// One reader of how runs stand.
public struct ProvisioningSubscription: AsyncSequence, Sendable {
    /// Names it; never used again.
    public let id: String
    let updates: AsyncStream<Element>

    public enum Element: Sendable, Hashable {
        case run(ProvisioningRun)
        /// So many changes were dropped, because the reader was too slow. What comes next is newer than they were.
        case missed(UInt64)
    }

    public func makeAsyncIterator() -> AsyncStream<Element>.Iterator { updates.makeAsyncIterator() }

    /// Leaves at once. To be called on every path.
    public func end() {}
}
