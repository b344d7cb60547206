/// Whether a beacon is where it should be: so many ranging ticks in a row at least so strong. Pure.
///
/// Source: the scanner of the app whose rules this keeps.
package struct PlacementCheck: Sendable, Hashable {
    /// -100...0.
    package let thresholdDBm: Int
    /// 1...100.
    package let samplesWanted: Int

    /// What a tick says.
    package enum Verdict: Sendable, Hashable {
        /// Nothing heard, for fewer than three ticks: what was counted stands.
        case waiting(samples: Int)
        /// "Searching for beacon signal...": nothing heard for three ticks; begins anew.
        case searching
        /// Strong enough; `samples` of those wanted.
        case counted(rssiDBm: Int, samples: Int)
        /// Too weak; begins anew.
        case tooWeak(rssiDBm: Int)
        /// "Beacon Detected! (avg -61 dBm)": the mean of the samples counted, to the nearest dBm. Said once; later ticks change
        /// nothing, and are told as counted or waiting.
        case detected(averageDBm: Int)
    }

    /// Ticks without the beacon after which it is gone.
    package static let emptyTicks = 3

    /// The mean of the samples, once there were enough; nil until then.
    package private(set) var averageDBm: Int?
    private var samples: [Int] = []
    private var ticksWithout = 0

    /// What lies outside the ranges is brought to the nearest bound.
    package init(thresholdDBm: Int = -75, samplesWanted: Int = 5) {
        self.thresholdDBm = max(-100, min(thresholdDBm, 0))
        self.samplesWanted = max(1, min(samplesWanted, 100))
    }

    /// Takes one tick; nil = the beacon was not heard in it. So does 0, which no beacon is heard at.
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

/// How good a signal is, in the colours of the app: green, yellow, red.
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
