import Advertising

/// Determines when regions are entered and left. Pure: time is an argument; if it runs backwards,
/// the last time is used.
///
/// Absence is only determined while a dongle listens, and for a region that is inside, while the
/// dongle of its last sighting listens: other time does not count, and the count restarts when the
/// dongle listens again. For each region, at most 256 beacons are kept, and the sightings needed to
/// enter it.
///
/// Every call first makes the transitions that are due. So transitions come in the order of their
/// times, with the times at which they were due, however late ``advance(to:)`` is called.
package struct RegionMonitor: Sendable {
    /// Identities that a region accepts.
    fileprivate struct Filter: Hashable {
        let uuid: ProximityUUID
        let major: UInt16?
        let minor: UInt16?
    }

    private var regions: [MonitoredRegion?] = []
    private var freePlaces: [Int] = []
    private var places: [String: Int] = [:]
    private var placesByFilter: [Filter: [Int]] = [:]
    /// Places of regions by each filter that accepts all of their beacons, including their own
    /// filter.
    private var placesWithin: [Filter: Set<Int>] = [:]
    private var dues = DueHeap()
    private var dongles = MonitoredRegion.Dongles(any: MonitoredRegion.Listening(since: .zero, reason: ""))
    private var now: Duration?
    /// Transitions that became due in a call that does not return them.
    private var passed: [RegionTransition] = []

    package init() {}

    /// Starts monitoring a region; replaces a region with the same name.
    ///
    /// - Parameters:
    ///   - region: Numbers are clamped to their ranges; a minor without a major is ignored.
    ///   - lastDetermined: State known from before a restart.
    package mutating func monitor(_ region: BeaconRegion, lastDetermined: RegionState?, at now: Duration) {
        let now = settle(at: now)
        remove(region.name)
        var region = region
        if region.major == nil { region.minor = nil }
        let place = freePlaces.popLast() ?? regions.count
        if place == regions.count { regions.append(nil) }
        regions[place] = MonitoredRegion(region, lastDetermined: lastDetermined, at: now)
        places[region.name] = place
        placesByFilter[Filter(region), default: []].append(place)
        for filter in Filter(region).wider { placesWithin[filter, default: []].insert(place) }
        updateDue(place)
    }

    /// Stops monitoring a region and drops its pending changes. Returns whether there was one.
    @discardableResult
    package mutating func remove(_ name: String) -> Bool {
        guard let place = places.removeValue(forKey: name), let region = regions[place]?.region else { return false }
        placesByFilter[Filter(region)]?.removeAll { $0 == place }
        if placesByFilter[Filter(region)]?.isEmpty == true { placesByFilter[Filter(region)] = nil }
        for filter in Filter(region).wider {
            placesWithin[filter]?.remove(place)
            if placesWithin[filter]?.isEmpty == true { placesWithin[filter] = nil }
        }
        regions[place] = nil
        freePlaces.append(place)
        dues.set(place, due: nil)
        passed.removeAll { $0.region == name }
        return true
    }

    /// Dongle that does not listen.
    package struct SilentDongle: Sendable, Hashable {
        package var name: String
        /// Reason why it does not listen, in a few words.
        package var reason: String

        package init(name: String, reason: String) {
            (self.name, self.reason) = (name, reason)
        }
    }

    /// Sets which dongles listen from now on. Initially none.
    ///
    /// - Parameters:
    ///   - isListening: Whether any dongle listens.
    ///   - reason: Reason why none listens, in a few words.
    ///   - silent: Dongles that do not listen while others do. A dongle that is not named listens.
    package mutating func setListening(
        _ isListening: Bool, reason: String, silent: [DongleNumber: SilentDongle] = [:], at now: Duration
    ) {
        let now = settle(at: now)
        dongles.any.reason = reason
        var isChanged = isListening != dongles.any.isListening
        if isChanged { (dongles.any.isListening, dongles.any.since) = (isListening, now) }
        for (number, dongle) in silent {
            if dongles.stopped[number]?.isListening ?? true {
                dongles.stopped[number] = MonitoredRegion.Listening(since: now, dongle: dongle.name, reason: "")
                isChanged = true
            }
            dongles.stopped[number]?.reason = dongle.reason
        }
        for (number, dongle) in dongles.stopped where !dongle.isListening && silent[number] == nil {
            dongles.stopped[number]?.isListening = true
            dongles.stopped[number]?.since = now
            isChanged = true
        }
        guard isChanged else { return }
        for place in regions.indices where regions[place] != nil { updateDue(place) }
    }

    /// Records one sighting. Returns the transitions it causes and those due before it; usually
    /// none.
    ///
    /// - Parameters:
    ///   - rssiDBm: Nil or 127 = not available.
    ///   - dongle: Dongle that received the advert.
    package mutating func hear(
        _ identity: BeaconIdentity, rssiDBm: Int8?, dongle: DongleNumber = 0, at now: Duration
    ) -> [RegionTransition] {
        let now = settle(at: now)
        var transitions = takePassed()
        let rssiDBm = rssiDBm == SignalFilter.notAvailable ? nil : rssiDBm
        for filter in Filter.all(of: identity) {
            for place in placesByFilter[filter] ?? [] {
                if let transition = regions[place]?.hear(identity, rssiDBm: rssiDBm, dongle: dongle, at: now) {
                    transitions.append(transition)
                }
                updateDue(place)
            }
        }
        return transitions
    }

    /// Returns the transitions that are due, in the order of their times.
    package mutating func advance(to now: Duration) -> [RegionTransition] {
        _ = settle(at: now)
        return takePassed()
    }

    /// Time of the next transition if nothing else happens; nil = none.
    package var nextDue: Duration? { passed.first?.at ?? dues.first?.due }

    /// Number of regions that are inside.
    package var inside: Int { regions.count { $0?.state == .inside } }

    /// State of every region, in the order of their names.
    package var statuses: [RegionStatus] {
        places.sorted { $0.key < $1.key }.compactMap { regions[$0.value]?.status(at: now ?? .zero) }
    }

    /// Returns the state of one region; nil if there is none of this name.
    package func status(_ name: String) -> RegionStatus? {
        places[name].flatMap { regions[$0]?.status(at: now ?? .zero) }
    }

    /// Returns the names of other regions that share beacons with this one, sorted. Every sighting
    /// in the covered region is also one in the covering region, so both report the same arrivals
    /// and departures. Regions with exactly the same beacons are in both lists.
    package func overlaps(of region: BeaconRegion) -> RegionOverlaps {
        let filter = Filter(region)
        func names(_ places: some Sequence<Int>) -> [String] {
            places.compactMap { regions[$0]?.region.name }.filter { $0 != region.name }.sorted()
        }
        return RegionOverlaps(
            covering: names(filter.wider.flatMap { placesByFilter[$0] ?? [] }),
            covered: names(placesWithin[filter] ?? []))
    }

    /// Makes the transitions that are due. Returns the time, which never runs backwards.
    private mutating func settle(at moment: Duration) -> Duration {
        let moment = max(moment, now ?? moment)
        now = moment
        while let (place, due) = dues.first, due <= moment {
            if let transition = regions[place]?.passDue(dongles) { passed.append(transition) }
            updateDue(place)
        }
        return moment
    }

    private mutating func takePassed() -> [RegionTransition] {
        guard !passed.isEmpty else { return [] }
        defer { passed = [] }
        return passed
    }

    private mutating func updateDue(_ place: Int) {
        dues.set(place, due: regions[place]?.due(dongles))
    }
}

extension RegionMonitor.Filter {
    fileprivate init(_ region: BeaconRegion) {
        self.init(uuid: region.uuid, major: region.major, minor: region.major == nil ? nil : region.minor)
    }

    /// Filters that accept every beacon of this one, including this one itself.
    fileprivate var wider: Set<Self> {
        [Self(uuid: uuid, major: nil, minor: nil), Self(uuid: uuid, major: major, minor: nil), self]
    }

    /// The three filters that accept a beacon.
    fileprivate static func all(of identity: BeaconIdentity) -> [Self] {
        [
            Self(uuid: identity.uuid, major: nil, minor: nil),
            Self(uuid: identity.uuid, major: identity.major, minor: nil),
            Self(uuid: identity.uuid, major: identity.major, minor: identity.minor),
        ]
    }
}
