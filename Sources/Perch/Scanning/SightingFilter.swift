import Advertising
import DongleLink

/// Which adverts a person wants to see. The minimum RSSI is not among them: the dongle heeds it.
struct SightingFilter: Sendable, Hashable {
    /// Part of the name, in either case.
    var name: String?
    /// An iBeacon's UUID or that of a service.
    var uuid: BluetoothUUID?

    /// Whether everything passes.
    var isOpen: Bool { name == nil && uuid == nil }

    func passes(_ advert: ParsedAdvert) -> Bool {
        if let name {
            guard let heard = advert.localName, heard.lowercased().contains(name.lowercased()) else { return false }
        }
        guard let uuid else { return true }
        if advert.serviceUUIDs.contains(uuid) || advert.serviceData.contains(where: { $0.uuid == uuid }) { return true }
        return switch advert.beacon {
        case .iBeacon(let beacon): beacon.identity.uuid.value == uuid.value
        case .altBeacon(let beacon): beacon.identity.uuid.value == uuid.value
        default: false
        }
    }
}
