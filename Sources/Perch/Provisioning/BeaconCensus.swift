import Advertising
import CP28
import GatewayModel

/// Which devices are nearby, and which of them are beacons as they come from the factory. Pure.
struct BeaconCensus: Sendable {
    /// Most addresses that are kept; what comes beyond is counted.
    static let limit = 10_000
    struct Device: Sendable, Hashable {
        let address: BluetoothAddress
        let addressType: AddressType
        /// Whether it takes connections, as far as was heard.
        var isConnectable = false
        /// Whether it advertises a service by which beacons of a profile are set up.
        var hasService = false
        var name: String?
        /// What it said last that it is.
        var identity: BeaconIdentity?
        /// Whose it is, where that is known.
        var badge: PayfritBadge?
        var adverts = 0
        fileprivate var rssiSum = 0
        fileprivate var rssiCount = 0

        /// dBm, the mean; nil where no advert had any.
        var rssiDBm: Int? { rssiCount > 0 ? Int((Double(rssiSum) / Double(rssiCount)).rounded()) : nil }
    }

    /// What a device is taken for.
    enum Kind: Sendable, Hashable {
        /// It is as it comes from the factory. `vendors`: who ships its UUID.
        case factory(FactoryBeacon, vendors: [String])
        /// It refused to be provisioned, and why.
        case unsuitable(reason: String)
        /// It was provisioned; its name, where a run knows it.
        /// `remark`: where it is not the one that its table has.
        case provisioned(name: String?, remark: String? = nil)
        case unknown

        /// The word of JSON lines.
        var word: String {
            switch self {
            case .factory: "factory"
            case .unsuitable: "unsuitable"
            case .provisioned: "provisioned"
            case .unknown: "unknown"
            }
        }
    }

    /// What is known of beacons besides what they say.
    struct Knowledge: Sendable {
        /// Names of those that were written, by what they are.
        var names: [BeaconIdentity: String] = [:]
        /// The beacons of tables, by what they say that they are.
        var ofTables: [BeaconIdentity: (table: String, address: BluetoothAddress)] = [:]
        /// Why beacons cannot be provisioned, by their addresses: those whose newest run came to that.
        var unsuitable: [BluetoothAddress: String] = [:]
        /// UUIDs of the pool of shards.
        var shards: Set<ProximityUUID> = []
        /// UUIDs that beacons of the profiles have from the factory, beside those of the ban list.
        var factoryUUIDs: Set<ProximityUUID> = []
        var banList = BanList.bundled
    }

    /// By which beacons of the profiles are set up.
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

    /// Every device with what it is taken for, the strongest first.
    func entries(_ knowledge: Knowledge) -> [(device: Device, kind: Kind)] {
        devices.values.map { ($0, Self.kind(of: $0, knowledge)) }.sorted { left, right in
            let strength = (left.0.rssiDBm ?? -129, right.0.rssiDBm ?? -129)
            return strength.0 == strength.1 ? left.0.address < right.0.address : strength.0 > strength.1
        }
    }

    /// What was provisioned is told first: such a beacon still takes connections and has its service.
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
