import NIOConcurrencyHelpers

/// Position of a reader in the store.
final class EventCursor: Sendable {
    private let value = NIOLockedValueBox<Int64>(0)

    /// Newest id that was reported or passed over.
    var position: Int64 {
        get { value.withLockedValue { $0 } }
        set { value.withLockedValue { $0 = newValue } }
    }
}
