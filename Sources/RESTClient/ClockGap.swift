import LineFormats
import Synchronization

/// Difference between the server's clock and this machine's, from the last answer with a date.
final class ClockGap: Sendable {
    private let latest = Mutex<Duration?>(nil)

    /// Difference; positive if the server is ahead. Imprecise: the answer takes time, and the
    /// header has whole seconds.
    var value: Duration? { latest.withLock { $0 } }

    /// - Parameter date: `Date` header; an invalid date changes nothing.
    func note(_ date: String?, at now: Timestamp) {
        guard let date, let server = ServerDate.time(date) else { return }
        let gap = Duration.microseconds(server.microsecondsSince1970 - now.microsecondsSince1970)
        latest.withLock { $0 = gap }
    }
}
