/// Whether a beacon is where it should be: so many ranging ticks in a row at least so strong. Pure.
///
/// Source: the scanner of the app whose rules this keeps.
public struct PlacementCheck: Sendable, Hashable {
    /// -100...0.
    public let thresholdDBm: Int
    /// 1...100.
    public let samplesWanted: Int

    /// What a tick says.
    public enum Verdict: Sendable, Hashable {
        /// Nothing heard, for fewer than three ticks: what was counted stands.
        case waiting(samples: Int)
        /// "Searching for beacon signal...": nothing heard for three ticks; begins anew.
        case searching
        /// Strong enough; `samples` of those wanted.
        case counted(rssiDBm: Int, samples: Int)
        /// Too weak; begins anew.
        case tooWeak(rssiDBm: Int)
        /// "Beacon Detected! (avg -61 dBm)". Said once; later ticks change nothing.
        case detected(averageDBm: Int)
    }

    /// Ticks without the beacon after which it is gone.
    public static let emptyTicks = 3

    public init(thresholdDBm: Int = -75, samplesWanted: Int = 5) {
        self.thresholdDBm = thresholdDBm
        self.samplesWanted = samplesWanted
    }

    /// Takes one tick; nil = the beacon was not heard in it.
    public mutating func take(_ rssiDBm: Int?) -> Verdict {
        .searching
    }
}

/// How good a signal is, in the colours of the app: green, yellow, red.
public enum SignalQuality: String, Sendable, Hashable, CaseIterable {
    /// -51 dBm and more.
    case strong
    /// -72...-52 dBm.
    case medium
    /// -73 dBm and less.
    case weak

    public init(rssiDBm: Int) {
        self = rssiDBm >= -51 ? .strong : rssiDBm >= -72 ? .medium : .weak
    }
}
