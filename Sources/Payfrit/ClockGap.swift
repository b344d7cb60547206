import JSONLines
import Synchronization

/// How far the server's clock is from this machine's, by the last answer that told it.
final class ClockGap: Sendable {
    private let latest = Mutex<Duration?>(nil)

    /// Positive: the server is ahead. An answer takes its time, and the header has whole seconds.
    var value: Duration? { latest.withLock { $0 } }

    /// - Parameter date: As the header says it; what is no date changes nothing.
    func note(_ date: String?, at now: Timestamp) {
        guard let date, let server = ServerDate.time(date) else { return }
        let gap = Duration.microseconds(server.microsecondsSince1970 - now.microsecondsSince1970)
        latest.withLock { $0 = gap }
    }
}
