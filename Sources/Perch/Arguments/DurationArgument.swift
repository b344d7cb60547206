import ArgumentParser

/// A duration above zero: `500ms`, `10s`, `2m`, `1h`, with or without a fraction.
struct DurationArgument: ExpressibleByArgument, Sendable, Hashable {
    let duration: Duration

    private static let units: [(suffix: String, milliseconds: Double)] = [
        ("ms", 1), ("s", 1000), ("m", 60_000), ("h", 3_600_000),
    ]
    private static let limitMilliseconds = 366.0 * 24 * 3_600_000

    /// Accepts 1 ms up to 366 days.
    init?(argument: String) {
        guard let unit = DurationArgument.units.first(where: { argument.hasSuffix($0.suffix) }) else { return nil }
        let number = argument.dropLast(unit.suffix.count)
        guard number.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }), let value = Double(number) else {
            return nil
        }
        let milliseconds = (value * unit.milliseconds).rounded()
        guard milliseconds >= 1, milliseconds <= DurationArgument.limitMilliseconds else { return nil }
        duration = .milliseconds(Int64(milliseconds))
    }

    init(_ duration: Duration) {
        self.duration = duration
    }

    var defaultValueDescription: String {
        let seconds = duration.components.seconds
        return duration == .seconds(seconds) ? "\(seconds)s" : "\(Int64(duration / .milliseconds(1)))ms"
    }
}
