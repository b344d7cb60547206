import ArgumentParser
import LineFormats

/// A point in time, as RFC 3339 in UTC.
struct TimestampArgument: ExpressibleByArgument, Sendable, Hashable {
    let timestamp: Timestamp

    init?(argument: String) {
        guard let timestamp = Timestamp(argument) else { return nil }
        self.timestamp = timestamp
    }
}
