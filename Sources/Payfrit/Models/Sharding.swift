import Advertising
import LineFormats

/// UUID and major that a business uses for its beacons.
package struct BeaconNamespace: Sendable, Hashable {
    package var uuid: ProximityUUID
    package var major: UInt16

    package init(uuid: ProximityUUID, major: UInt16) {
        self.uuid = uuid
        self.major = major
    }
}

/// Settings that the beacon of a service point should have.
package struct BeaconConfig: Sendable, Hashable {
    package var identity: BeaconIdentity
    /// Name of the service point.
    package var name: String
    /// RSSI at one metre, -127...20 dBm.
    package var rssiAt1mDBm: Int?
    /// Advertising interval in units of 100 ms, 1...255.
    package var intervalUnits: Int?
    /// Index of the transmit power, 0...7.
    package var txPowerIndex: Int?

    package init(
        identity: BeaconIdentity, name: String, rssiAt1mDBm: Int? = nil, intervalUnits: Int? = nil,
        txPowerIndex: Int? = nil
    ) {
        self.identity = identity
        self.name = name
        self.rssiAt1mDBm = rssiAt1mDBm
        self.intervalUnits = intervalUnits
        self.txPowerIndex = txPowerIndex
    }
}

/// Hardware address of a beacon, with its identity and its service point.
package struct HardwareRegistration: Sendable, Hashable {
    package var servicePoint: Int
    package var identity: BeaconIdentity
    package var address: BluetoothAddress
    package var name: String?

    package init(servicePoint: Int, identity: BeaconIdentity, address: BluetoothAddress, name: String? = nil) {
        self.servicePoint = servicePoint
        self.identity = identity
        self.address = address
        self.name = name
    }
}

/// Result of a registration.
package struct RegisteredHardware: Sendable, Hashable {
    /// False if the same registration existed before.
    package var created: Bool
    package var beacon: Beacon

    package init(created: Bool, beacon: Beacon) {
        self.created = created
        self.beacon = beacon
    }
}

/// A registered beacon that was heard.
package struct BroadcastSighting: Sendable, Hashable {
    package var identity: BeaconIdentity
    package var address: BluetoothAddress?
    /// Signal, -127...20 dBm.
    package var rssiDBm: Int?
    package var seenAt: Timestamp?

    package init(
        identity: BeaconIdentity, address: BluetoothAddress? = nil, rssiDBm: Int? = nil, seenAt: Timestamp? = nil
    ) {
        self.identity = identity
        self.address = address
        self.rssiDBm = rssiDBm
        self.seenAt = seenAt
    }
}
