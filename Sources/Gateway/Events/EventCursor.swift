import NIOConcurrencyHelpers

/// How far a reader has come in the store.
final class EventCursor: Sendable {
    private let value = NIOLockedValueBox<Int64>(0)

    /// The newest id that was told or passed over.
    var position: Int64 {
        get { value.withLockedValue { $0 } }
        set { value.withLockedValue { $0 = newValue } }
    }
}
