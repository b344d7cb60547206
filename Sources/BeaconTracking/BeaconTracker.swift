import Advertising

/// State of every beacon on the air. Pure: time is an argument, measured from any fixed moment; if
/// it runs backwards, the last time is used.
///
/// All memory is bounded: beacons by ``Configuration/capacity``; for each beacon, 16 addresses and
/// fewer than 10 units; for each unit, 16 dongles, each with a filter of 16 bytes. Addresses that
/// might flood are bounded by the capacity too.
package struct BeaconTracker: Sendable {
    /// Rules and limits of a tracker.
    package struct Configuration: Sendable, Hashable {
        /// Whether units that share an identity are distinguished by address. An identity with ten
        /// or more addresses rotates them, and counts as one unit from then on, as long as it is
        /// kept.
        package var tellsAddressesApart = false
        /// Maximum number of beacons kept, at least 1. Beyond it, beacons that are not proven are
        /// dropped, the one heard longest ago first; then proven ones.
        package var capacity = 20_000
        /// A ranging tick lists beacons heard within this time.
        package var listedFor = Duration.seconds(10)
        /// A beacon is forgotten after this time without an advert.
        package var forgottenAfter = Duration.seconds(180)
        package var distance = DistanceModel.indoors
        package var nearest = NearestDongle.Rule()

        package init() {}
    }

    /// Result of a sighting.
    package enum Outcome: Sendable, Hashable {
        /// The sighting counts. `isProven`: heard at least three times over at least a second, so
        /// the beacon is not part of a flood.
        case tracked(isProven: Bool)
        /// The address sends ten or more identities, and this beacon is not proven.
        case floodOfAddress
        /// Fifty nameless beacons with this UUID are not yet proven.
        case floodOfUUID
    }

    /// Totals since the tracker was made.
    package struct Counts: Sendable, Hashable {
        package var sightings: UInt64 = 0
        package var floodOfAddress: UInt64 = 0
        package var floodOfUUID: UInt64 = 0
        /// Beacons dropped to make room.
        package var evicted: UInt64 = 0
        /// Proven beacons among ``evicted``.
        package var evictedProven: UInt64 = 0
        /// Beacons that were not heard any more.
        package var forgotten: UInt64 = 0
        /// Number of times that the reception of one dongle was dropped because a 17th dongle heard
        /// the same beacon.
        package var receptionsDropped: UInt64 = 0

        package init() {}
    }

    package let configuration: Configuration
    package private(set) var counts = Counts()

    /// Slots are reused; free ones are nil.
    var slots: [TrackedBeacon?] = []
    var places: [BeaconIdentity: UInt32] = [:]
    var calibrations: [BeaconIdentity: BeaconCalibration] = [:]
    /// Nil before the first sighting or tick.
    var moment: TrackingMoment?
    var proven = RecencyList()
    var unproven = RecencyList()
    var links: [RecencyList.Links] = []
    private var free: [UInt32] = []
    private var addresses: AddressFloods
    private var uuids = UUIDFloods()

    package init(_ configuration: Configuration = Configuration()) {
        var configuration = configuration
        configuration.capacity = max(1, min(configuration.capacity, Int(UInt32.max) - 1))
        self.configuration = configuration
        addresses = AddressFloods(
            capacity: max(512, configuration.capacity / 2), keptFor: configuration.forgottenAfter)
    }

    /// Number of beacons kept.
    package var count: Int { places.count }

    /// Sets the UUIDs of beacons that are waited for. These beacons are never refused for their
    /// number, but still refused if their address floods.
    package mutating func expect(_ uuids: Set<ProximityUUID>) {
        self.uuids.expected = uuids
    }

    /// Sets the calibration by which a beacon's distance is estimated; nil = the power that the
    /// beacon states.
    package mutating func calibrate(_ identity: BeaconIdentity, _ calibration: BeaconCalibration?) {
        calibrations[identity] = calibration
    }

    /// Records one sighting.
    ///
    /// A proven beacon is accepted from any address, so that it cannot be silenced by a flood from
    /// its address.
    @discardableResult
    package mutating func hear(_ sighting: BeaconSighting, at now: Duration) -> Outcome {
        let moment = advance(to: now)
        counts.sightings &+= 1
        if let place = places[sighting.identity] { return hear(sighting, place, moment) }
        guard !addresses.note(sighting.address, sighting.identity, at: moment.now) else {
            counts.floodOfAddress &+= 1
            return .floodOfAddress
        }
        guard sighting.isNamed || !uuids.refuses(sighting.identity.uuid) else {
            counts.floodOfUUID &+= 1
            return .floodOfUUID
        }
        insert(sighting, moment)
        return .tracked(isProven: false)
    }

    mutating func advance(to now: Duration) -> TrackingMoment {
        if moment == nil { moment = TrackingMoment(now) }
        moment?.advance(to: now)
        return moment ?? TrackingMoment(now)
    }

    /// Forgets beacons that were not heard for long.
    mutating func forget(at now: Duration) {
        let limit = now - configuration.forgottenAfter
        for oldest in [\BeaconTracker.proven.oldest, \.unproven.oldest] {
            while let beacon = self[self[keyPath: oldest]], beacon.lastSeen < limit {
                remove(self[keyPath: oldest])
                counts.forgotten &+= 1
            }
        }
    }

    /// Returns the beacon in a slot; nil for ``RecencyList/none``.
    subscript(slot: UInt32) -> TrackedBeacon? {
        slot == RecencyList.none ? nil : slots[Int(slot)]
    }

    private mutating func hear(_ sighting: BeaconSighting, _ slot: UInt32, _ moment: TrackingMoment) -> Outcome {
        let place = Int(slot)
        guard let (wasProven, isKnown) = slots[place].map({ ($0.isProven, $0.knows(sighting.address)) }) else {
            return .tracked(isProven: false)
        }
        // A proven beacon heard from a known address, the usual case, needs no lookup of addresses.
        if !(wasProven && isKnown),
            addresses.note(sighting.address, sighting.identity, at: moment.now), !wasProven
        {
            counts.floodOfAddress &+= 1
            return .floodOfAddress
        }
        let tellsApart = configuration.tellsAddressesApart
        if slots[place]?.hear(sighting, moment, tellsAddressesApart: tellsApart) == true {
            counts.receptionsDropped &+= 1
        }
        guard !wasProven else {
            proven.touch(slot, &links)
            return .tracked(isProven: true)
        }
        return settle(sighting, slot)
    }

    /// Updates the bookkeeping after a sighting of a beacon that was not proven before.
    private mutating func settle(_ sighting: BeaconSighting, _ slot: UInt32) -> Outcome {
        let place = Int(slot)
        let wasNamed = slots[place]?.isNamed ?? false
        let isProven = slots[place]?.isProven ?? false
        if sighting.isNamed { slots[place]?.isNamed = true }
        if !wasNamed, isProven || sighting.isNamed { uuids.remove(sighting.identity.uuid) }
        if isProven {
            unproven.remove(slot, &links)
            proven.insert(slot, &links)
        } else {
            unproven.touch(slot, &links)
        }
        return .tracked(isProven: isProven)
    }

    private mutating func insert(_ sighting: BeaconSighting, _ moment: TrackingMoment) {
        if places.count >= configuration.capacity { evict() }
        var beacon = TrackedBeacon(sighting, moment)
        _ = beacon.hear(sighting, moment, tellsAddressesApart: configuration.tellsAddressesApart)
        let slot: UInt32
        if let used = free.popLast() {
            slot = used
            slots[Int(slot)] = beacon
        } else {
            slot = UInt32(slots.count)
            slots.append(beacon)
            links.append(RecencyList.Links())
        }
        places[sighting.identity] = slot
        unproven.insert(slot, &links)
        if !sighting.isNamed { uuids.add(sighting.identity.uuid) }
    }

    private mutating func evict() {
        let isProven = unproven.oldest == RecencyList.none
        remove(isProven ? proven.oldest : unproven.oldest)
        counts.evicted &+= 1
        if isProven { counts.evictedProven &+= 1 }
    }

    private mutating func remove(_ slot: UInt32) {
        guard let beacon = self[slot] else { return }
        if beacon.isProven {
            proven.remove(slot, &links)
        } else {
            unproven.remove(slot, &links)
            if !beacon.isNamed { uuids.remove(beacon.identity.uuid) }
        }
        places[beacon.identity] = nil
        slots[Int(slot)] = nil
        free.append(slot)
    }
}
