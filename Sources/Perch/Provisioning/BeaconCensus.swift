import Advertising
import CP28
import GatewayModel

/// The devices nearby, and which of them are factory beacons. Pure.
struct BeaconCensus: Sendable {
    /// Most addresses that are kept; adverts of further ones are only counted.
    static let limit = 10_000
    struct Device: Sendable, Hashable {
        let address: BluetoothAddress
        let addressType: AddressType
        /// Whether the device accepts connections, according to its adverts so far.
        var isConnectable = false
        /// Whether the device advertises a service by which beacons of a profile are provisioned.
        var hasService = false
        var name: String?
        /// Identity in the newest advert that had one.
        var identity: BeaconIdentity?
        /// Badge of the beacon: whose it is, where that is known.
        var badge: PayfritBadge?
        var adverts = 0
        fileprivate var rssiSum = 0
        fileprivate var rssiCount = 0

        /// Mean signal, in dBm; nil where no advert had one.
        var rssiDBm: Int? { rssiCount > 0 ? Int((Double(rssiSum) / Double(rssiCount)).rounded()) : nil }
    }

    /// Kind of device, as far as its adverts and earlier runs tell.
    enum Kind: Sendable, Hashable {
        /// Factory beacon. `vendors`: makers that ship its UUID.
        case factory(FactoryBeacon, vendors: [String])
        /// Beacon that cannot be provisioned, and why.
        case unsuitable(reason: String)
        /// Provisioned beacon. `name`: its name, where a run or a table knows it. `remark`: a note
        /// where the table now has another beacon.
        case provisioned(name: String?, remark: String? = nil)
        case unknown

        /// Word for the kind in JSON lines.
        var word: String {
            switch self {
            case .factory: "factory"
            case .unsuitable: "unsuitable"
            case .provisioned: "provisioned"
            case .unknown: "unknown"
            }
        }
    }

    /// Facts on beacons that are not in their adverts.
    struct Knowledge: Sendable {
        /// Names of written beacons, by identity.
        var names: [BeaconIdentity: String] = [:]
        /// Beacons of tables, by identity.
        var ofTables: [BeaconIdentity: (table: String, address: BluetoothAddress)] = [:]
        /// Reasons why beacons cannot be provisioned, by address, taken from their newest runs.
        var unsuitable: [BluetoothAddress: String] = [:]
        /// UUIDs of the pool of shards.
        var shards: Set<ProximityUUID> = []
        /// UUIDs that beacons of the profiles have from the factory, in addition to those of the
        /// ban list.
        var factoryUUIDs: Set<ProximityUUID> = []
        var banList = BanList.bundled
    }

    /// Services by which beacons of the profiles are provisioned.
    private let services: Set<BluetoothUUID>
    private var devices: [BluetoothAddress: Device] = [:]
    /// Adverts of addresses for which there was no room.
    private(set) var omittedAdverts = 0

    init(services: Set<BluetoothUUID>) {
        self.services = services
    }

    mutating func take(_ heard: HeardAdvert, _ advert: ParsedAdvert) {
        guard devices[heard.address] != nil || devices.count < Self.limit else {
            omittedAdverts += 1
            return
        }
        var device = devices[heard.address] ?? Device(address: heard.address, addressType: heard.addressType)
        device.adverts += 1
        if heard.pdu == .connectable || heard.pdu == .directed { device.isConnectable = true }
        if advert.serviceUUIDs.contains(where: services.contains) { device.hasService = true }
        device.name = advert.localName ?? device.name
        device.identity = advert.beacon?.identity ?? device.identity
        device.badge = heard.badge ?? device.badge
        if let rssi = heard.rssiDBm {
            device.rssiSum += Int(rssi)
            device.rssiCount += 1
        }
        devices[heard.address] = device
    }

    /// Returns every device and its kind, the strongest signal first.
    func entries(_ knowledge: Knowledge) -> [(device: Device, kind: Kind)] {
        devices.values.map { ($0, Self.kind(of: $0, knowledge)) }.sorted { left, right in
            let strength = (left.0.rssiDBm ?? -129, right.0.rssiDBm ?? -129)
            return strength.0 == strength.1 ? left.0.address < right.0.address : strength.0 > strength.1
        }
    }

    /// Returns the kind of a device. Provisioned beacons are recognised first, because they still
    /// accept connections and advertise the service.
    static func kind(of device: Device, _ knowledge: Knowledge) -> Kind {
        if let identity = device.identity {
            if let (table, address) = knowledge.ofTables[identity], address != device.address {
                return .provisioned(name: table, remark: "\(table) has another beacon now, \(address)")
            }
            if let name = knowledge.names[identity] { return .provisioned(name: name) }
            if knowledge.shards.contains(identity.uuid) { return .provisioned(name: nil) }
        }
        if let reason = knowledge.unsuitable[device.address] { return .unsuitable(reason: reason) }
        let banned = device.identity.flatMap { knowledge.banList.entry(of: $0.uuid) }
        let isOfProfile = device.identity.map { knowledge.factoryUUIDs.contains($0.uuid) } ?? false
        guard device.isConnectable, device.hasService || isOfProfile || banned != nil else { return .unknown }
        let type = FactoryBeacon(
            hasService: device.hasService, isOfProfile: isOfProfile, name: device.name, uuid: device.identity?.uuid)
        return .factory(type, vendors: banned?.vendors ?? [])
    }
}
