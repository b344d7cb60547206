import Advertising

/// State machine of one region. Pure.
///
///     unknown ── N sightings within T ──▶ inside ── no sighting for X ──▶ outside
///     outside ── N sightings within T ──▶ inside
///     unknown ── no sighting for X ──▶ outside
///     inside, outside ── no dongle listens for X ──▶ unknown
///     inside ── the dongle of the last sighting does not listen for X ──▶ unknown
struct MonitoredRegion: Sendable {
    /// Whether any dongle listens, or a certain one, and since when.
    struct Listening: Sendable {
        var isListening = false
        var since: Duration
        /// Name of the dongle; nil = any.
        var dongle: String?
        /// Reason why none, or this one, listens.
        var reason: String
    }

    /// Listening state of all dongles together, and of those that stopped listening at some time,
    /// even if they listen again.
    struct Dongles: Sendable {
        var any: Listening
        var stopped: [DongleNumber: Listening] = [:]
    }

    let region: BeaconRegion
    private let begun: Duration
    private(set) var state = RegionState.unknown
    private(set) var since: Duration
    private(set) var lastDetermined: RegionState?
    private(set) var lastSighting: Duration?
    private(set) var lastRSSI: Int8?
    private var lastDongle: DongleNumber?
    /// Beacons heard since the region was entered; while it is not inside, those of the last
    /// ``BeaconRegion/exitAfter``, and possibly older ones.
    private(set) var beacons = HeardBeacons()
    /// The latest sightings since the state changed, oldest first; fewer than
    /// ``BeaconRegion/enterSightings``, so none if a single sighting suffices.
    private var recent: [Duration] = []

    /// - Parameter region: Its numbers are clamped to their ranges.
    init(_ region: BeaconRegion, lastDetermined: RegionState?, at now: Duration) {
        var region = region
        region.enterSightings = max(1, min(region.enterSightings, 1000))
        region.exitAfter = max(.seconds(1), min(region.exitAfter, .seconds(86_400)))
        region.enterWithin = max(.zero, region.enterWithin)
        self.region = region
        self.lastDetermined = lastDetermined == .unknown ? nil : lastDetermined
        begun = now
        since = now
    }

    /// Returns the listening state that decides on an absence. Of a region that is inside, or was
    /// when last known, it is that of the dongle of the last sighting: while it does not listen,
    /// the beacons may still be where only this dongle hears them.
    private func deciding(_ dongles: Dongles) -> Listening {
        guard dongles.any.isListening, lastDetermined == .inside, let lastDongle,
            var own = dongles.stopped[lastDongle]
        else { return dongles.any }
        own.since = max(own.since, dongles.any.since)
        return own
    }

    /// Returns the time when the state changes if nothing is heard; nil if it does not change.
    func due(_ dongles: Dongles) -> Duration? { due(deciding(dongles)) }

    private func due(_ listening: Listening) -> Duration? {
        guard listening.isListening else {
            return state == .unknown ? nil : max(listening.since, begun, lastSighting ?? begun) + region.exitAfter
        }
        let held = max(listening.since, begun)
        switch state {
        case .inside: return max(held, lastSighting ?? held) + region.exitAfter
        case .outside: return nil
        case .unknown:
            // Sightings that are too few to enter delay the exit of a region that was inside. For
            // any other region they do not delay the determination of its state.
            return (lastDetermined == .inside ? max(held, lastSighting ?? held) : held) + region.exitAfter
        }
    }

    /// Makes the change of state that is due.
    mutating func passDue(_ dongles: Dongles) -> RegionTransition? {
        let listening = deciding(dongles)
        guard let due = due(listening) else { return nil }
        guard listening.isListening else {
            let reason = RegionReason.lost(
                listening.dongle, after: region.exitAfter, because: listening.reason)
            return change(to: .unknown, .lost, at: due, reason: reason)
        }
        if state == .unknown { beacons.forget(before: due - region.exitAfter) }
        let isRestart = max(listening.since, begun) > (lastSighting ?? begun)
        let reason = RegionReason.absent(
            beacons: beacons.count, orMore: beacons.isOverfull, for: region.exitAfter, lastRSSI: lastRSSI,
            sinceListening: isRestart && lastSighting != nil)
        let meaning = lastDetermined == .inside ? RegionTransition.Meaning.exit : .determined
        return change(to: .outside, meaning, at: due, reason: reason, rssiDBm: meaning == .exit ? lastRSSI : nil)
    }

    /// Records a sighting of one of its beacons. Due changes must have been made before.
    ///
    /// - Parameter rssiDBm: Nil = not available.
    mutating func hear(
        _ identity: BeaconIdentity, rssiDBm: Int8?, dongle: DongleNumber, at now: Duration
    ) -> RegionTransition? {
        if let minimum = region.minimumRSSI {
            let weakest = Int(minimum) - (lastDetermined == .inside ? BeaconRegion.keptBelowDB : 0)
            guard let rssiDBm, Int(rssiDBm) >= weakest else { return nil }
        }
        lastSighting = now
        lastRSSI = rssiDBm
        lastDongle = dongle
        beacons.hear(identity, at: now)
        guard state != .inside else { return nil }
        if beacons.isOverfull { beacons.forget(before: now - region.exitAfter) }
        recent.removeAll { now - $0 > region.enterWithin }
        guard recent.count + 1 >= region.enterSightings else {
            recent.append(now)
            return nil
        }
        let reason =
            region.enterSightings == 1
            ? RegionReason.heard(identity, rssiDBm)
            : RegionReason.sightings(region.enterSightings, within: now - (recent.first ?? now))
        beacons.forget(before: now - region.exitAfter)
        beacons.hear(identity, at: now)
        let meaning = lastDetermined == .inside ? RegionTransition.Meaning.determined : .enter
        return change(to: .inside, meaning, at: now, reason: reason, beacon: identity, rssiDBm: rssiDBm)
    }

    func status(at now: Duration) -> RegionStatus {
        RegionStatus(
            region: region, state: state, since: since, lastDetermined: lastDetermined,
            beacons: state == .inside ? beacons.count : beacons.count(since: now - region.exitAfter),
            lastSighting: lastSighting, lastRSSI: lastRSSI)
    }

    private mutating func change(
        to next: RegionState, _ meaning: RegionTransition.Meaning, at moment: Duration, reason: String,
        beacon: BeaconIdentity? = nil, rssiDBm: Int8? = nil
    ) -> RegionTransition {
        let transition = RegionTransition(
            region: region.name, from: state, to: next, meaning: meaning, at: moment, reason: reason, beacon: beacon,
            rssiDBm: rssiDBm)
        state = next
        since = moment
        recent = []
        if next != .unknown { lastDetermined = next }
        return transition
    }
}
