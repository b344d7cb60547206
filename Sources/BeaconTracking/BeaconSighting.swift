import Advertising

/// One advert of a beacon, heard by one dongle.
package struct BeaconSighting: Sendable, Hashable {
    package var identity: BeaconIdentity
    package var address: BluetoothAddress
    /// Whether the device has sent a name, now or earlier.
    package var isNamed: Bool
    /// Nil = not available.
    package var rssiDBm: Int8?
    /// RSSI at one metre as stated by the beacon, in dBm; nil if it states none (0 on the air).
    package var measuredPowerDBm: Int8?
    /// Dongle that received the advert.
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

/// Number that the caller assigns to a dongle.
package typealias DongleNumber = UInt16
