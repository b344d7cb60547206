import Advertising

/// State of one identity.
struct TrackedBeacon: Sendable {
    private struct Heard: Sendable {
        let address: BluetoothAddress
        var slice: UInt32
    }

    /// An identity with this many addresses rotates them, or is on too many units to distinguish.
    ///
    /// Source: Home Assistant, iBeacon integration, CONF_IGNORE_ADDRESSES' limit of ten.
    static let rotating = 10
    /// Number of addresses distinguished; beyond it, the one heard longest ago is dropped.
    static let mostAddresses = 16
    /// Sightings and time after which a beacon is proven.
    static let provenSightings = 3
    static let provenOver = Duration.seconds(1)

    let identity: BeaconIdentity
    var isNamed: Bool
    private(set) var isProven = false
    private(set) var isMerged = false
    /// Number of sightings until proven; saturates.
    private var heard: UInt8 = 0
    let firstSeen: Duration
    private(set) var lastSeen: Duration
    /// All addresses but ``recent``.
    private var otherAddresses: [Heard] = []
    private var recent: Heard
    /// At least one unit; fewer than ``rotating``.
    private(set) var units: [TrackedUnit] = []

    init(_ sighting: BeaconSighting, _ moment: TrackingMoment) {
        identity = sighting.identity
        isNamed = sighting.isNamed
        firstSeen = moment.now
        lastSeen = moment.now
        recent = Heard(address: sighting.address, slice: moment.slice)
    }

    /// Whether an advert came from this address before.
    func knows(_ address: BluetoothAddress) -> Bool {
        recent.address == address || otherAddresses.contains { $0.address == address }
    }

    /// - Returns: Whether a dongle's reception was dropped to make room.
    mutating func hear(_ sighting: BeaconSighting, _ moment: TrackingMoment, tellsAddressesApart: Bool) -> Bool {
        lastSeen = moment.now
        if !isProven {
            heard = heard == .max ? heard : heard + 1
            isProven =
                Int(heard) >= TrackedBeacon.provenSightings && moment.now - firstSeen >= TrackedBeacon.provenOver
        }
        note(sighting.address, moment)
        let unit = tellsAddressesApart && !isMerged ? units.firstIndex { $0.address == sighting.address } : 0
        let place = unit ?? units.count
        if place >= units.count { units.append(TrackedUnit(sighting, moment)) }
        return units[place].hear(sighting, moment)
    }

    /// Number of addresses heard within the window.
    func addresses(_ moment: TrackingMoment) -> Int {
        let isRecent = moment.slice &- recent.slice < TrackingMoment.reach
        return (isRecent ? 1 : 0) + otherAddresses.count { moment.slice &- $0.slice < TrackingMoment.reach }
    }

    /// Forgets units that were not heard for long.
    mutating func forgetUnits(before limit: Duration) {
        guard units.count > 1 else { return }
        units.removeAll { $0.lastSeen < limit }
    }

    mutating func updateUnits(_ body: (inout TrackedUnit) -> Void) {
        for place in units.indices { body(&units[place]) }
    }

    private mutating func note(_ address: BluetoothAddress, _ moment: TrackingMoment) {
        guard address != recent.address else {
            recent.slice = moment.slice
            return
        }
        otherAddresses.removeAll { $0.address == address }
        if otherAddresses.count == TrackedBeacon.mostAddresses - 1 { otherAddresses.removeFirst() }
        otherAddresses.append(recent)
        recent = Heard(address: address, slice: moment.slice)
        if !isMerged, otherAddresses.count + 1 >= TrackedBeacon.rotating { merge() }
    }

    /// Merges its units into the one heard last.
    private mutating func merge() {
        isMerged = true
        units.sort { $0.lastSeen > $1.lastSeen }
        while units.count > 1 { units[0].absorb(units.removeLast()) }
    }
}
