import Advertising

/// Says when regions are entered and left. Pure: time is an argument; where it runs backwards, the last moment is taken.
///
/// Absence is only judged while a dongle listens: the time without one does not count, and once one listens again it counts
/// anew. Of each region at most 256 beacons and as many sightings as it needs to be entered are kept.
///
/// Every call passes first what has become due, so that transitions come in the order of their times and with the times at
/// which they were due, however late ``advance(to:)`` is called.
package struct RegionMonitor: Sendable {
    /// Which sightings a region takes.
    fileprivate struct Filter: Hashable {
        let uuid: ProximityUUID
        let major: UInt16?
        let minor: UInt16?
    }

    private var regions: [MonitoredRegion?] = []
    private var freePlaces: [Int] = []
    private var places: [String: Int] = [:]
    private var placesByFilter: [Filter: [Int]] = [:]
    /// By a filter that takes every beacon of theirs, their own too.
    private var placesWithin: [Filter: Set<Int>] = [:]
    private var dues = DueHeap()
    private var listening = MonitoredRegion.Listening(since: .zero, reason: "")
    private var now: Duration?
    /// What became due in a call that returns no transitions.
    private var passed: [RegionTransition] = []

    package init() {}

    /// Begins to monitor a region, in place of one with the same name.
    ///
    /// - Parameters:
    ///   - region: Numbers outside their ranges are brought to the nearest bound; a minor without a major is left out.
    ///   - lastDetermined: What is known from before a restart.
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

    /// Ends it, and forgets what was due of it. Returns whether there was one.
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

    /// Whether any dongle listens, from now on. It begins as false.
    ///
    /// - Parameter reason: Why none does, in a few words.
    package mutating func setListening(_ isListening: Bool, reason: String, at now: Duration) {
        let now = settle(at: now)
        listening.reason = reason
        guard isListening != listening.isListening else { return }
        listening.isListening = isListening
        listening.since = now
        for place in regions.indices where regions[place] != nil { updateDue(place) }
    }

    /// Takes one sighting. Returns the transitions it causes, and those due before it; mostly none.
    ///
    /// - Parameter rssiDBm: Nil or 127 = not available.
    package mutating func hear(_ identity: BeaconIdentity, rssiDBm: Int8?, at now: Duration) -> [RegionTransition] {
        let now = settle(at: now)
        var transitions = takePassed()
        let rssiDBm = rssiDBm == SignalWindow.notAvailable ? nil : rssiDBm
        for filter in Filter.all(of: identity) {
            for place in placesByFilter[filter] ?? [] {
                if let transition = regions[place]?.hear(identity, rssiDBm: rssiDBm, at: now) {
                    transitions.append(transition)
                }
                updateDue(place)
            }
        }
        return transitions
    }

    /// The transitions that are due, in the order of their times.
    package mutating func advance(to now: Duration) -> [RegionTransition] {
        _ = settle(at: now)
        return takePassed()
    }

    /// When ``advance(to:)`` has something to do; nil = never, as things stand.
    package var nextDue: Duration? { passed.first?.at ?? dues.first?.due }

    /// Regions that are inside.
    package var inside: Int { regions.count { $0?.state == .inside } }

    /// How every region stands, in the order of their names.
    package var statuses: [RegionStatus] {
        places.sorted { $0.key < $1.key }.compactMap { regions[$0.value]?.status(at: now ?? .zero) }
    }

    /// How one region stands; nil = there is none of this name.
    package func status(_ name: String) -> RegionStatus? {
        places[name].flatMap { regions[$0]?.status(at: now ?? .zero) }
    }

    /// Which other regions share beacons with this one, each by name and in their order: every sighting of the covered one is
    /// one of the covering one as well, so that both tell of the same coming and going. Regions of the same beacons are in both.
    package func overlaps(of region: BeaconRegion) -> RegionOverlaps {
        let filter = Filter(region)
        func names(_ places: some Sequence<Int>) -> [String] {
            places.compactMap { regions[$0]?.region.name }.filter { $0 != region.name }.sorted()
        }
        return RegionOverlaps(
            covering: names(filter.wider.flatMap { placesByFilter[$0] ?? [] }),
            covered: names(placesWithin[filter] ?? []))
    }

    /// Passes what is due. Returns the moment, which never runs backwards.
    private mutating func settle(at moment: Duration) -> Duration {
        let moment = max(moment, now ?? moment)
        now = moment
        while let (place, due) = dues.first, due <= moment {
            if let transition = regions[place]?.passDue(listening) { passed.append(transition) }
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
        dues.set(place, due: regions[place]?.due(listening))
    }
}

extension RegionMonitor.Filter {
    fileprivate init(_ region: BeaconRegion) {
        self.init(uuid: region.uuid, major: region.major, minor: region.major == nil ? nil : region.minor)
    }

    /// Those that take every beacon of this one, itself included.
    fileprivate var wider: Set<Self> {
        [Self(uuid: uuid, major: nil, minor: nil), Self(uuid: uuid, major: major, minor: nil), self]
    }

    /// The three that take a beacon.
    fileprivate static func all(of identity: BeaconIdentity) -> [Self] {
        [
            Self(uuid: identity.uuid, major: nil, minor: nil),
            Self(uuid: identity.uuid, major: identity.major, minor: nil),
            Self(uuid: identity.uuid, major: identity.major, minor: identity.minor),
        ]
    }
}
