import Advertising
import CP28
import GatewayModel

/// The devices nearby, and which of them are factory beacons. Pure.
package struct BeaconCensus: Sendable {
    /// Most addresses that are kept; adverts of further ones are only counted.
    package static let limit = 10_000

    package struct Device: Sendable, Hashable {
        package let address: BluetoothAddress
        package let addressType: AddressType
        /// Whether the device accepts connections, according to its adverts so far.
        package var isConnectable = false
        /// Whether the device advertises a service by which beacons of a profile are provisioned.
        package var hasService = false
        package var name: String?
        /// Identity in the newest advert that had one.
        package var identity: BeaconIdentity?
        /// Badge of the beacon: whose it is, where that is known.
        package var badge: PayfritBadge?
        package var adverts = 0
        fileprivate var rssiSum = 0
        fileprivate var rssiCount = 0

        /// Mean signal, in dBm; nil where no advert had one.
        package var rssiDBm: Int? { rssiCount > 0 ? Int((Double(rssiSum) / Double(rssiCount)).rounded()) : nil }
    }

    /// Kind of device, as far as its adverts and earlier runs tell.
    package enum Kind: Sendable, Hashable {
        /// Factory beacon. `vendors`: makers that ship its UUID.
        case factory(FactoryBeacon, vendors: [String])
        /// Beacon that cannot be provisioned, and why.
        case unsuitable(reason: String)
        /// Provisioned beacon. `name`: its name, where a run or a table knows it. `remark`: a note
        /// where the table now has another beacon.
        case provisioned(name: String?, remark: String? = nil)
        case unknown

        /// Whether the beacon may be used without being named: a CP28 from the factory.
        package var isOffered: Bool {
            if case .factory(.cp28, _) = self { true } else { false }
        }

        /// Word for the kind in JSON lines.
        package var word: String {
            switch self {
            case .factory: "factory"
            case .unsuitable: "unsuitable"
            case .provisioned: "provisioned"
            case .unknown: "unknown"
            }
        }
    }

    /// Facts on beacons that are not in their adverts.
    package struct Knowledge: Sendable {
        /// Names of written beacons, by identity.
        package var names: [BeaconIdentity: String] = [:]
        /// Beacons of tables, by identity.
        package var ofTables: [BeaconIdentity: (table: String, address: BluetoothAddress)] = [:]
        /// Reasons why beacons cannot be provisioned, by address, taken from their newest runs.
        package var unsuitable: [BluetoothAddress: String] = [:]
        /// Names of written beacons, by the address of their newest run.
        var written: [BluetoothAddress: String] = [:]
        /// Addresses whose newest run is known.
        var judged: Set<BluetoothAddress> = []
        /// UUIDs of the pool of shards.
        package var shards: Set<ProximityUUID> = []
        /// UUIDs that beacons of the profiles have from the factory, in addition to those of the
        /// ban list.
        package var factoryUUIDs: Set<ProximityUUID> = []
        package var banList = BanList.bundled

        package init(banList: BanList = .bundled) { self.banList = banList }
    }

    /// Services by which beacons of the profiles are provisioned.
    private let services: Set<BluetoothUUID>
    private var devices: [BluetoothAddress: Device] = [:]
    /// Adverts of addresses for which there was no room.
    package private(set) var omittedAdverts = 0

    package init(services: Set<BluetoothUUID>) {
        self.services = services
    }

    /// Takes an advert.
    ///
    /// - Parameters:
    ///   - rssiDBm: Signal; nil = not measured.
    ///   - badge: Owner of the beacon; nil = not known.
    package mutating func take(
        _ advert: ParsedAdvert, from address: BluetoothAddress, _ addressType: AddressType, pdu: AdvertisingPDUType,
        rssiDBm: Int?, badge: PayfritBadge?
    ) {
        guard devices[address] != nil || devices.count < Self.limit else {
            omittedAdverts += 1
            return
        }
        var device = devices[address] ?? Device(address: address, addressType: addressType)
        device.adverts += 1
        if pdu == .connectable || pdu == .directed { device.isConnectable = true }
        if advert.serviceUUIDs.contains(where: services.contains) { device.hasService = true }
        device.name = advert.localName ?? device.name
        device.identity = advert.beacon?.identity ?? device.identity
        device.badge = badge ?? device.badge
        if let rssiDBm {
            device.rssiSum += rssiDBm
            device.rssiCount += 1
        }
        devices[address] = device
    }

    /// Forgets a device.
    package mutating func remove(_ address: BluetoothAddress) { devices[address] = nil }

    /// Returns every device and its kind, the strongest signal first.
    package func entries(_ knowledge: Knowledge) -> [(device: Device, kind: Kind)] {
        devices.values.map { ($0, Self.kind(of: $0, knowledge)) }.sorted { left, right in
            let strength = (left.0.rssiDBm ?? -129, right.0.rssiDBm ?? -129)
            return strength.0 == strength.1 ? left.0.address < right.0.address : strength.0 > strength.1
        }
    }

    /// Returns the kind of a device. Provisioned beacons are recognised first, because they still
    /// accept connections and advertise the service.
    package static func kind(of device: Device, _ knowledge: Knowledge) -> Kind {
        if let identity = device.identity {
            if let (table, address) = knowledge.ofTables[identity], address != device.address {
                return .provisioned(name: table, remark: "\(table) has another beacon now, \(address)")
            }
            if let name = knowledge.names[identity] { return .provisioned(name: name) }
            if knowledge.shards.contains(identity.uuid) { return .provisioned(name: nil) }
        }
        // A written beacon has frames without an identity, too.
        if device.identity == nil, let name = knowledge.written[device.address] { return .provisioned(name: name) }
        if let reason = knowledge.unsuitable[device.address] { return .unsuitable(reason: reason) }
        let banned = device.identity.flatMap { knowledge.banList.entry(of: $0.uuid) }
        let isOfProfile = device.identity.map { knowledge.factoryUUIDs.contains($0.uuid) } ?? false
        guard device.isConnectable, device.hasService || isOfProfile || banned != nil else { return .unknown }
        let type = FactoryBeacon(
            hasService: device.hasService, isOfProfile: isOfProfile, name: device.name, uuid: device.identity?.uuid)
        return .factory(type, vendors: banned?.vendors ?? [])
    }
}
