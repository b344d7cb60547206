import Advertising
import JSONLines

/// The UUID and the major that a business has for its beacons.
public struct BeaconNamespace: Sendable, Hashable {
    public var uuid: ProximityUUID
    public var major: UInt16

    public init(uuid: ProximityUUID, major: UInt16) {
        self.uuid = uuid
        self.major = major
    }
}

/// All that the beacon of a service point is to be.
public struct BeaconConfig: Sendable, Hashable {
    public var identity: BeaconIdentity
    /// Of the service point.
    public var name: String
    /// RSSI at one metre, -127...20 dBm.
    public var rssiAt1mDBm: Int?
    /// Hundreds of milliseconds, 1...255.
    public var intervalUnits: Int?
    /// 0...7.
    public var txPowerIndex: Int?

    public init(
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
public struct HardwareRegistration: Sendable, Hashable {
    public var servicePoint: Int
    public var identity: BeaconIdentity
    public var address: BluetoothAddress
    public var name: String?

    public init(servicePoint: Int, identity: BeaconIdentity, address: BluetoothAddress, name: String? = nil) {
        self.servicePoint = servicePoint
        self.identity = identity
        self.address = address
        self.name = name
    }
}

/// What the server made of a registration.
public struct RegisteredHardware: Sendable, Hashable {
    /// False: it was registered so before.
    public var created: Bool
    public var beacon: Beacon

    public init(created: Bool, beacon: Beacon) {
        self.created = created
        self.beacon = beacon
    }
}

/// A registered beacon that was seen on the air.
public struct BroadcastSighting: Sendable, Hashable {
    public var identity: BeaconIdentity
    public var address: BluetoothAddress?
    /// -127...20.
    public var rssiDBm: Int?
    public var seenAt: Timestamp?

    public init(
        identity: BeaconIdentity, address: BluetoothAddress? = nil, rssiDBm: Int? = nil, seenAt: Timestamp? = nil
    ) {
        self.identity = identity
        self.address = address
        self.rssiDBm = rssiDBm
        self.seenAt = seenAt
    }
}
