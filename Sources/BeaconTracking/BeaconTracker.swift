import Advertising

/// Keeps what is known of every beacon on the air. Pure: time is an argument, counted from any fixed moment; where it runs
/// backwards, the last moment is taken.
///
/// Everything it keeps is bounded: beacons by ``Configuration/capacity``, of each 16 addresses, fewer than 10 units, of each
/// 16 dongles, of each a window of 1 KiB; addresses that might flood by the capacity as well.
package struct BeaconTracker: Sendable {
    /// How a tracker judges, and what bounds it.
    package struct Configuration: Sendable, Hashable {
        /// Whether units that share an identity are told apart by their address. One with ten addresses or more rotates
        /// them, and is one unit again, for as long as it is kept.
        package var tellsAddressesApart = false
        /// Most beacons kept, at least 1. Beyond it those that are not proven go, the one heard longest ago first; then those
        /// that are.
        package var capacity = 20_000
        /// What the running average reaches back over: 1...250 s, in whole seconds, the present one as far as it is.
        package var window = Duration.seconds(20)
        /// A ranging tick lists what was heard within this.
        package var listedFor = Duration.seconds(10)
        /// A beacon that was not heard for so long is forgotten.
        package var forgottenAfter = Duration.seconds(180)
        package var distance = DistanceModel.altBeacon
        package var nearest = NearestDongle.Rule()

        package init() {}
    }

    /// What became of a sighting.
    package enum Outcome: Sendable, Hashable {
        /// It counts. `isProven`: heard at least three times over at least a second, so that it is no flood's.
        case tracked(isProven: Bool)
        /// The address sends ten identities or more, and this one is not proven.
        case floodOfAddress
        /// Of this UUID, fifty nameless beacons are not yet proven.
        case floodOfUUID
    }

    /// Since the tracker was made.
    package struct Counts: Sendable, Hashable {
        package var sightings: UInt64 = 0
        package var floodOfAddress: UInt64 = 0
        package var floodOfUUID: UInt64 = 0
        /// Beacons that went for want of room.
        package var evicted: UInt64 = 0
        /// Of those, the ones that were proven.
        package var evictedProven: UInt64 = 0
        /// Beacons that were not heard any more.
        package var forgotten: UInt64 = 0
        /// What a 17th dongle heard of a beacon displaced what another had heard of it, so often.
        package var receptionsDropped: UInt64 = 0

        package init() {}
    }

    package let configuration: Configuration
    package private(set) var counts = Counts()

    /// Slots are used again; those that are free hold nothing.
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

    /// Beacons kept.
    package var count: Int { places.count }

    /// Whose beacons somebody waits for: never refused for being many. An address that floods is refused all the same.
    package mutating func expect(_ uuids: Set<ProximityUUID>) {
        self.uuids.expected = uuids
    }

    /// Judges a beacon's distance by what was measured of it; nil = by what it says.
    package mutating func calibrate(_ identity: BeaconIdentity, _ calibration: BeaconCalibration?) {
        calibrations[identity] = calibration
    }

    /// Takes one sighting.
    ///
    /// A beacon that is proven is heard from whatever address, so that nobody silences it by flooding with its address.
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
        if moment == nil { moment = TrackingMoment(now, window: configuration.window) }
        moment?.advance(to: now)
        return moment ?? TrackingMoment(now, window: configuration.window)
    }

    /// Forgets what was not heard for long.
    mutating func forget(at now: Duration) {
        let limit = now - configuration.forgottenAfter
        for oldest in [\BeaconTracker.proven.oldest, \.unproven.oldest] {
            while let beacon = self[self[keyPath: oldest]], beacon.lastSeen < limit {
                remove(self[keyPath: oldest])
                counts.forgotten &+= 1
            }
        }
    }

    /// The beacon in a slot; nil for ``RecencyList/none``.
    subscript(slot: UInt32) -> TrackedBeacon? {
        slot == RecencyList.none ? nil : slots[Int(slot)]
    }

    private mutating func hear(_ sighting: BeaconSighting, _ slot: UInt32, _ moment: TrackingMoment) -> Outcome {
        let place = Int(slot)
        guard let (wasProven, isKnown) = slots[place].map({ ($0.isProven, $0.knows(sighting.address)) }) else {
            return .tracked(isProven: false)
        }
        // The usual sighting, of a proven beacon from an address of its own, asks no table of addresses.
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

    /// What follows from a sighting of a beacon that was not proven.
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
