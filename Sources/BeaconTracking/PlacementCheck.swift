/// Test whether a beacon is well placed: a number of consecutive ranging ticks at or above a
/// threshold. Pure.
///
/// Source: the scanner of the app whose rules are followed here.
package struct PlacementCheck: Sendable, Hashable {
    /// Minimum signal, -100...0 dBm.
    package let thresholdDBm: Int
    /// Number of ticks needed, 1...100.
    package let samplesWanted: Int

    /// Result of a tick.
    package enum Verdict: Sendable, Hashable {
        /// Nothing heard, for fewer than three ticks: the count stays.
        case waiting(samples: Int)
        /// "Searching for beacon signal...": nothing heard for three ticks; the count restarts.
        case searching
        /// Strong enough; `samples` counted so far.
        case counted(rssiDBm: Int, samples: Int)
        /// Too weak; the count restarts.
        case tooWeak(rssiDBm: Int)
        /// "Beacon Detected! (avg -61 dBm)": the mean of the samples, rounded to 1 dBm. Returned
        /// once; later ticks change nothing and return `counted` or `waiting`.
        case detected(averageDBm: Int)
    }

    /// Number of ticks without the beacon after which the count restarts.
    package static let emptyTicks = 3

    /// Mean of the samples; nil until there are enough.
    package private(set) var averageDBm: Int?
    private var samples: [Int] = []
    private var ticksWithout = 0

    /// Clamps numbers to their ranges.
    package init(thresholdDBm: Int = -75, samplesWanted: Int = 5) {
        self.thresholdDBm = max(-100, min(thresholdDBm, 0))
        self.samplesWanted = max(1, min(samplesWanted, 100))
    }

    /// Adds one tick; nil or 0 = the beacon was not heard.
    package mutating func take(_ rssiDBm: Int?) -> Verdict {
        guard let rssiDBm, rssiDBm != 0 else { return takeNothing() }
        ticksWithout = 0
        guard averageDBm == nil else { return .counted(rssiDBm: rssiDBm, samples: samplesWanted) }
        guard rssiDBm >= thresholdDBm else {
            samples = []
            return .tooWeak(rssiDBm: rssiDBm)
        }
        samples.append(rssiDBm)
        guard samples.count >= samplesWanted else { return .counted(rssiDBm: rssiDBm, samples: samples.count) }
        let average = Int((Double(samples.reduce(0, +)) / Double(samples.count)).rounded())
        averageDBm = average
        return .detected(averageDBm: average)
    }

    private mutating func takeNothing() -> Verdict {
        guard averageDBm == nil else { return .waiting(samples: samplesWanted) }
        ticksWithout = min(ticksWithout + 1, PlacementCheck.emptyTicks)
        guard ticksWithout == PlacementCheck.emptyTicks else { return .waiting(samples: samples.count) }
        samples = []
        return .searching
    }
}

/// Quality of a signal, with the app's colours: green, yellow, red.
package enum SignalQuality: String, Sendable, Hashable, CaseIterable {
    /// -51 dBm and more.
    case strong
    /// -72...-52 dBm.
    case medium
    /// -73 dBm and less.
    case weak

    package init(rssiDBm: Int) {
        self = rssiDBm >= -51 ? .strong : rssiDBm >= -72 ? .medium : .weak
    }
}
