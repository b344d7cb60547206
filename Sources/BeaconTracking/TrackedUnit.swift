import Advertising

/// One unit, or all units that share an identity where they are not told apart.
struct TrackedUnit: Sendable {
    /// What one dongle hears of it.
    struct Reception: Sendable {
        let dongle: DongleNumber
        var lastSeen: Duration
        var window = SignalWindow()
        /// The tick that the next two are of; what an older tick left counts no more.
        var tick: UInt32
        var tickSum: Int32 = 0
        var tickCount: UInt32 = 0
    }

    /// Dongles that are kept apart; beyond it the one that heard it longest ago goes.
    static let mostReceptions = 16

    var address: BluetoothAddress
    var sightings: UInt64 = 0
    var firstSeen: Duration
    var lastSeen: Duration
    /// As the beacon said last; nil = it says none.
    var measuredPowerDBm: Int8?
    var proximity = Proximity.unknown
    var nearest: NearestDongle
    var receptions: [Reception] = []

    init(_ sighting: BeaconSighting, at now: Duration) {
        address = sighting.address
        firstSeen = now
        lastSeen = now
        nearest = NearestDongle(firstHeardBy: sighting.dongle)
    }

    /// - Returns: Whether a dongle's reception went for want of room.
    mutating func hear(_ sighting: BeaconSighting, _ moment: TrackingMoment) -> Bool {
        sightings &+= 1
        address = sighting.address
        lastSeen = moment.now
        measuredPowerDBm = sighting.measuredPowerDBm == 0 ? nil : sighting.measuredPowerDBm
        let rssi = sighting.rssiDBm ?? SignalWindow.notAvailable
        var hasDropped = false
        var place = receptions.firstIndex { $0.dongle == sighting.dongle } ?? receptions.count
        if place == receptions.count {
            if place == TrackedUnit.mostReceptions {
                hasDropped = true
                receptions.indices.min { receptions[$0].lastSeen < receptions[$1].lastSeen }.map {
                    _ = receptions.remove(at: $0)
                }
                place = receptions.count
            }
            receptions.append(Reception(dongle: sighting.dongle, lastSeen: moment.now, tick: moment.tick))
        }
        receptions[place].take(rssi, moment)
        return hasDropped
    }

    /// Becomes one with another of the same identity. The windows are this one's.
    mutating func absorb(_ other: TrackedUnit) {
        sightings &+= other.sightings
        firstSeen = min(firstSeen, other.firstSeen)
    }
}

extension TrackedUnit.Reception {
    fileprivate mutating func take(_ rssiDBm: Int8, _ moment: TrackingMoment) {
        lastSeen = moment.now
        window.add(rssiDBm, slice: moment.slice, reach: moment.reach)
        guard rssiDBm != SignalWindow.notAvailable else { return }
        if tick != moment.tick {
            tick = moment.tick
            tickSum = 0
            tickCount = 0
        }
        // More than 2²⁴ adverts within a tick say nothing new.
        guard tickCount < 1 << 24 else { return }
        tickSum += Int32(rssiDBm)
        tickCount += 1
    }
}
