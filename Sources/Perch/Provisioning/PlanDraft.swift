import Advertising
import GatewayModel

/// Future identity and settings of a beacon, as far as they are known.
struct PlanDraft: Sendable, Hashable {
    var address: String?
    var addressType: String?
    var name: String?
    var uuid: String?
    var major: Int?
    var minor: Int?
    var rssiAt1m: Int?
    var intervalMs: Int?
    var txPower: Int?
}

extension PlanDraft {
    init(_ item: ProvisioningItem) {
        self.init(
            address: item.address.description, addressType: item.addressType?.rawValue, name: item.name,
            uuid: item.uuid.description, major: item.major,
            minor: item.minor, rssiAt1m: item.rssiAt1m, intervalMs: item.intervalMs, txPower: item.txPower)
    }

    /// The draft as an item of a plan; nil where a required value is missing or invalid.
    var item: ProvisioningItem? {
        guard let address = address.flatMap({ BluetoothAddress($0) }), let name, let major, let minor,
            let uuid = uuid.flatMap({ ProximityUUID($0) })
        else { return nil }
        return ProvisioningItem(
            address: address, addressType: addressType.flatMap { AddressType(rawValue: $0) }, name: name, uuid: uuid,
            major: major, minor: minor,
            rssiAt1m: rssiAt1m, intervalMs: intervalMs, txPower: txPower)
    }
}
