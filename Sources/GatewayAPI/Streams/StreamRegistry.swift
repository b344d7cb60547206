import NIOConcurrencyHelpers

/// Streams of adverts that can be ended by their name.
final class StreamRegistry: Sendable {
    private let enders = NIOLockedValueBox<[String: @Sendable () -> Void]>([:])

    func add(_ id: String, _ end: @escaping @Sendable () -> Void) {
        enders.withLockedValue { $0[id] = end }
    }

    func remove(_ id: String) {
        enders.withLockedValue { $0[id] = nil }
    }

    /// Ends a stream in order. Returns whether there is one of that name.
    func end(_ id: String) -> Bool {
        guard let end = enders.withLockedValue({ $0[id] }) else { return false }
        end()
        return true
    }
}
