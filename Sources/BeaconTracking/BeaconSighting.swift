import Advertising

/// One advert of a beacon, heard by one dongle.
package struct BeaconSighting: Sendable, Hashable {
    package var identity: BeaconIdentity
    package var address: BluetoothAddress
    /// Whether the device has told a name, now or earlier.
    package var isNamed: Bool
    /// Nil = not available.
    package var rssiDBm: Int8?
    /// RSSI at one metre, as the beacon says; nil where it says none (0 on the air).
    package var measuredPowerDBm: Int8?
    /// Which dongle heard it: the caller's number for it.
    package var dongle: DongleNumber

    package init(
        identity: BeaconIdentity, address: BluetoothAddress, isNamed: Bool = false, rssiDBm: Int8?,
        measuredPowerDBm: Int8?, dongle: DongleNumber = 0
    ) {
        self.identity = identity
        self.address = address
        self.isNamed = isNamed
        self.rssiDBm = rssiDBm
        self.measuredPowerDBm = measuredPowerDBm
        self.dongle = dongle
    }
}

/// A dongle, by the number that whoever feeds the tracker gave it.
package typealias DongleNumber = UInt16
