import NIOConcurrencyHelpers

/// Streams that `DELETE /v1/streams/{stream}` can end.
final class StreamRegistry: Sendable {
    private let enders = NIOLockedValueBox<[String: @Sendable () -> Void]>([:])

    func add(_ id: String, _ end: @escaping @Sendable () -> Void) {
        enders.withLockedValue { $0[id] = end }
    }

    func remove(_ id: String) {
        enders.withLockedValue { $0[id] = nil }
    }

    /// Ends a stream in order. Returns whether a stream of this name exists.
    func end(_ id: String) -> Bool {
        guard let end = enders.withLockedValue({ $0[id] }) else { return false }
        end()
        return true
    }
}
