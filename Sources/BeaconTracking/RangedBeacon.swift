import Advertising

/// One beacon as a ranging tick reports it.
///
/// Where units that share the identity are told apart, all but ``addresses`` is of the nearest of them.
package struct RangedBeacon: Sendable, Hashable {
    package var identity: BeaconIdentity
    /// The address it was heard from last.
    package var address: BluetoothAddress
    /// Addresses it was heard from within the window, at most 16; more than one where it rotates them or several units share an
    /// identity.
    package var addresses: Int
    package var proximity: Proximity
    /// Metres; -1 = undetermined. Only for ordering beacons of equal proximity.
    package var accuracyM: Double
    /// Mean of the adverts since the last tick, by the nearest dongle, or by the one that heard it best where that heard none;
    /// nil = none since.
    package var rssiDBm: Int8?
    /// Trimmed running average, by the nearest dongle; nil = no signal within the window.
    package var smoothedRSSI: Double?
    /// RSSI at one metre that the distance was judged by; nil = not known.
    package var powerAt1mDBm: Double?
    package var isCalibrated: Bool
    /// Adverts a second, over the window or the time since it is tracked, a second at least; all dongles together.
    package var rate: Double
    /// Adverts since it is tracked, all dongles together.
    package var sightings: UInt64
    package var firstSeen: Duration
    package var lastSeen: Duration
    /// The dongle that hears it best, with hysteresis.
    package var nearest: DongleNumber
    /// What each dongle hears of it within the window, strongest first; at most 16.
    package var receptions: [Reception]

    /// What one dongle hears of a beacon.
    package struct Reception: Sendable, Hashable {
        package var dongle: DongleNumber
        package var smoothedRSSI: Double
        package var lastSeen: Duration

        package init(dongle: DongleNumber, smoothedRSSI: Double, lastSeen: Duration) {
            self.dongle = dongle
            self.smoothedRSSI = smoothedRSSI
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
