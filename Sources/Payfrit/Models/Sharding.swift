import Advertising
import JSONLines

/// The UUID and the major that a business has for its beacons.
package struct BeaconNamespace: Sendable, Hashable {
    package var uuid: ProximityUUID
    package var major: UInt16

    package init(uuid: ProximityUUID, major: UInt16) {
        self.uuid = uuid
        self.major = major
    }
}

/// All that the beacon of a service point is to be.
package struct BeaconConfig: Sendable, Hashable {
    package var identity: BeaconIdentity
    /// Of the service point.
    package var name: String
    /// RSSI at one metre, -127...20 dBm.
    package var rssiAt1mDBm: Int?
    /// Hundreds of milliseconds, 1...255.
    package var intervalUnits: Int?
    /// 0...7.
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

/// Which hardware has which identity.
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

/// What the server made of a registration.
package struct RegisteredHardware: Sendable, Hashable {
    /// False: it was registered so before.
    package var created: Bool
    package var beacon: Beacon

    package init(created: Bool, beacon: Beacon) {
        self.created = created
        self.beacon = beacon
    }
}

/// A registered beacon that was seen on the air.
package struct BroadcastSighting: Sendable, Hashable {
    package var identity: BeaconIdentity
    package var address: BluetoothAddress?
    /// -127...20.
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
