import GatewayModel
import LineFormats

/// Detects that the time of day was set by more than a day. Pure.
struct ClockWatch: Sendable {
    /// Smallest step that is reported, in microseconds.
    private static let least: Int64 = 86_400_000_000

    private var last: (wall: Timestamp, elapsed: Duration)

    init(wall: Timestamp, elapsed: Duration) {
        last = (wall, elapsed)
    }

    /// - Parameters:
    ///   - wall: Time of day.
    ///   - elapsed: Time by a clock that does not jump.
    /// - Returns: Whole days by which the time of day was set ahead, negative if it was set back;
    ///   nil if it was not set.
    mutating func take(wall: Timestamp, elapsed: Duration) -> Int64? {
        let passed = Int64(clamping: Int128((elapsed - last.elapsed) / .microseconds(1)))
        let shown = wall.microsecondsSince1970 - last.wall.microsecondsSince1970
        last = (wall, elapsed)
        let jump = shown - passed
        return abs(jump) > Self.least ? jump / Self.least : nil
    }
}

extension Gateway {
    private static let clockPause = Duration.seconds(10)

    /// Records an event when the time of day was set by more than a day.
    func watchClock() async {
        guard configuration.isDaemon else { return }
        var watch = ClockWatch(wall: .now, elapsed: clock.now())
        while !Task.isCancelled {
            await clock.sleep(clock.now() + Self.clockPause)
            guard !Task.isCancelled, let days = watch.take(wall: .now, elapsed: clock.now()) else { continue }
            let size = abs(days)
            await eventLog.record(
                .info, "Clock stepped \(days > 0 ? "ahead" : "back") by \(size) \(size == 1 ? "day" : "days")",
                detail:
                    "It is \(Timestamp.now) now. Nothing expires by that: ages count the time that the gateway runs.")
        }
    }
}
