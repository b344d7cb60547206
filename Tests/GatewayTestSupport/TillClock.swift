import LineFormats
import NIOConcurrencyHelpers
import RESTClient

/// A clock that only moves when something sleeps. The limit of a request never passes.
package final class TillClock: Sendable {
    private static let limit = RequestLimits().request

    private let microseconds: NIOLockedValueBox<Int64>

    package init() {
        // 2026-01-05, 18:00 UTC.
        microseconds = NIOLockedValueBox(1_767_636_000_000_000)
    }

    package var now: Timestamp { Timestamp(microsecondsSince1970: microseconds.withLockedValue { $0 }) }

    package func advance(_ duration: Duration) {
        microseconds.withLockedValue { $0 += Int64(duration / .microseconds(1)) }
    }

    package var clock: RequestClock {
        RequestClock(
            sleep: { duration in
                if duration == TillClock.limit {
                    // Ends when the attempt cancels it.
                    while true { try await Task.sleep(for: .seconds(3_600)) }
                }
                try Task.checkCancellation()
                self.advance(duration)
            }, chance: { 0 }, timeOfDay: { self.now })
    }
}
