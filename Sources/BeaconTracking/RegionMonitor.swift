import Advertising

/// Says when regions are entered and left. Pure: time is an argument, and never runs backwards.
///
/// Absence is only judged while a dongle listens: the time without one does not count.
public struct RegionMonitor: Sendable {
    public init() {}

    /// Begins to monitor a region, in place of one with the same name.
    ///
    /// - Parameter lastDetermined: What is known from before a restart.
    public mutating func monitor(_ region: BeaconRegion, lastDetermined: RegionState?, at now: Duration) {
    }

    /// Ends it. Returns whether there was one.
    @discardableResult
    public mutating func remove(_ name: String) -> Bool {
        false
    }

    /// Whether any dongle listens, from now on. It begins as false.
    ///
    /// - Parameter reason: Why none does, in a few words.
    public mutating func setListening(_ isListening: Bool, reason: String, at now: Duration) {
    }

    /// Takes one sighting. Returns the transitions it causes, mostly none.
    public mutating func hear(_ identity: BeaconIdentity, rssiDBm: Int8?, at now: Duration) -> [RegionTransition] {
        []
    }

    /// The transitions that are due, in the order of their times.
    public mutating func advance(to now: Duration) -> [RegionTransition] {
        []
    }

    /// When ``advance(to:)`` has something to do at the earliest; nil = never, as things stand.
    public var nextDue: Duration? { nil }

    /// How one region stands; nil where it is not monitored.
    public func status(of name: String) -> RegionStatus? { nil }

    /// How every region stands, in the order of their names.
    public var statuses: [RegionStatus] { [] }
}
