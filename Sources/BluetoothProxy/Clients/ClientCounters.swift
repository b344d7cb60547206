import NIOConcurrencyHelpers

/// What a client's session has done so far.
struct ClientCounts: Sendable, Hashable {
    var operations: UInt64 = 0
    var notifications: UInt64 = 0
    var notificationsDropped: UInt64 = 0
    var adverts: UInt64 = 0
    var advertsMissed: UInt64 = 0
    var lastError: String?
}

/// Counts of one session, changed by all of its tasks.
final class ClientCounters: Sendable {
    private let counts = NIOLockedValueBox(ClientCounts())

    var now: ClientCounts { counts.withLockedValue { $0 } }

    func count(_ body: (inout ClientCounts) -> Void) { counts.withLockedValue { body(&$0) } }

    /// Counts an operation.
    ///
    /// - Parameter error: Its failure, in words; nil if it succeeded.
    func operation(_ error: String? = nil) {
        counts.withLockedValue { counts in
            counts.operations += 1
            if let error { counts.lastError = error }
        }
    }
}
