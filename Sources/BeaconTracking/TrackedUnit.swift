import Advertising

/// One unit, or all units that share an identity if they are not distinguished.
struct TrackedUnit: Sendable {
    /// Signal of the unit at one dongle.
    struct Reception: Sendable {
        let dongle: DongleNumber
        var lastSeen: Duration
        var filter = SignalFilter()
        /// Tick to which ``tickSum`` and ``tickCount`` belong; values of an older tick no longer
        /// count.
        var tick: UInt32
        var tickSum: Int32 = 0
        var tickCount: UInt32 = 0
    }

    /// Number of dongles distinguished; beyond it, the one that heard the unit longest ago is
    /// dropped.
    static let mostReceptions = 16

    var address: BluetoothAddress
    var sightings: UInt64 = 0
    var firstSeen: Duration
    var lastSeen: Duration
    /// Power that the beacon stated last, in dBm; nil = none.
    var measuredPowerDBm: Int8?
    var proximity = Proximity.unknown
    var nearest: NearestDongle
    var adverts: AdvertCount
    var receptions: [Reception] = []

    init(_ sighting: BeaconSighting, _ moment: TrackingMoment) {
        address = sighting.address
        firstSeen = moment.now
        lastSeen = moment.now
        adverts = AdvertCount(slice: moment.slice)
        nearest = NearestDongle(firstHeardBy: sighting.dongle)
    }

    /// - Returns: Whether a dongle's reception was dropped to make room.
    mutating func hear(_ sighting: BeaconSighting, _ moment: TrackingMoment) -> Bool {
        sightings &+= 1
        adverts.add(slice: moment.slice)
        address = sighting.address
        lastSeen = moment.now
        measuredPowerDBm = sighting.measuredPowerDBm == 0 ? nil : sighting.measuredPowerDBm
        let rssi = sighting.rssiDBm ?? SignalFilter.notAvailable
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

    /// Merges with another unit of the same identity. Keeps only this unit's signals.
    mutating func absorb(_ other: TrackedUnit) {
        sightings &+= other.sightings
        firstSeen = min(firstSeen, other.firstSeen)
    }
}

extension TrackedUnit.Reception {
    fileprivate mutating func take(_ rssiDBm: Int8, _ moment: TrackingMoment) {
        filter.take(rssiDBm, after: moment.now - lastSeen, slice: moment.slice)
        lastSeen = moment.now
        guard rssiDBm != SignalFilter.notAvailable else { return }
        if tick != moment.tick {
            tick = moment.tick
            tickSum = 0
            tickCount = 0
        }
        // More than 2²⁴ adverts within a tick add no information.
        guard tickCount < 1 << 24 else { return }
        tickSum += Int32(rssiDBm)
        tickCount += 1
    }
}
