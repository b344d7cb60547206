import Advertising

/// A beacon in a ranging tick.
///
/// If units that share the identity are distinguished, all values except ``addresses`` are those of
/// the nearest unit.
package struct RangedBeacon: Sendable, Hashable {
    package var identity: BeaconIdentity
    /// Address from which the beacon was last heard.
    package var address: BluetoothAddress
    /// Number of its addresses within the window, at most 16; more than one if the beacon rotates
    /// addresses or several units share the identity.
    package var addresses: Int
    package var proximity: Proximity
    /// Estimated distance in metres; -1 = undetermined. Only for ordering beacons of equal
    /// proximity.
    package var accuracyM: Double
    /// Mean RSSI since the last tick, in dBm, from the nearest dongle, or if that heard none, from
    /// the dongle with the strongest mean; nil if there was no advert.
    package var rssiDBm: Int8?
    /// Smoothed RSSI from the nearest dongle, in dBm; nil = no signal within the last 20 s.
    package var smoothedRSSI: Double?
    /// RSSI at one metre used for the distance, in dBm; nil = unknown.
    package var powerAt1mDBm: Double?
    package var isCalibrated: Bool
    /// Adverts per second from all dongles, over the window, or since tracking began if that is
    /// shorter, but at least one second.
    package var rate: Double
    /// Number of adverts since tracking began, from all dongles.
    package var sightings: UInt64
    package var firstSeen: Duration
    package var lastSeen: Duration
    /// Dongle that hears the beacon best, with hysteresis.
    package var nearest: DongleNumber
    /// Receptions of each dongle within the window, strongest first; at most 16.
    package var receptions: [Reception]

    /// Signal of a beacon at one dongle.
    package struct Reception: Sendable, Hashable {
        package var dongle: DongleNumber
        package var smoothedRSSI: Double
        /// Whether the signal shows that the beacon moves.
        package var isMoving: Bool
        package var lastSeen: Duration

        package init(dongle: DongleNumber, smoothedRSSI: Double, isMoving: Bool, lastSeen: Duration) {
            self.dongle = dongle
            self.smoothedRSSI = smoothedRSSI
            self.isMoving = isMoving
            self.lastSeen = lastSeen
        }
    }

    package init(
        identity: BeaconIdentity, address: BluetoothAddress, addresses: Int, proximity: Proximity, accuracyM: Double,
        rssiDBm: Int8?, smoothedRSSI: Double?, powerAt1mDBm: Double?, isCalibrated: Bool, rate: Double,
        sightings: UInt64, firstSeen: Duration, lastSeen: Duration, nearest: DongleNumber, receptions: [Reception]
    ) {
        self.identity = identity
        self.address = address
        self.addresses = addresses
        self.proximity = proximity
        self.accuracyM = accuracyM
        self.rssiDBm = rssiDBm
        self.smoothedRSSI = smoothedRSSI
        self.powerAt1mDBm = powerAt1mDBm
        self.isCalibrated = isCalibrated
        self.rate = rate
        self.sightings = sightings
        self.firstSeen = firstSeen
        self.lastSeen = lastSeen
        self.nearest = nearest
        self.receptions = receptions
    }
}
