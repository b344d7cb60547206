import Advertising
import DongleLink
import GatewayModel

/// Conditions for the adverts that a reader wants to see.
package struct AdvertFilter: Sendable, Hashable {
    /// Part of the name; case does not matter.
    package var name: String?
    /// UUID of an iBeacon or of a service.
    package var uuid: BluetoothUUID?
    /// Major of a beacon.
    package var major: UInt16?
    package var minor: UInt16?
    package var address: BluetoothAddress?
    /// Weakest signal that passes, in dBm. An advert without RSSI passes.
    package var minimumRSSI: Int8?

    package init(name: String? = nil, uuid: BluetoothUUID? = nil, minimumRSSI: Int8? = nil) {
        self.name = name
        self.uuid = uuid
        self.minimumRSSI = minimumRSSI
    }

    /// Creates the filter of a query.
    package init(_ query: AdvertQuery) {
        self.init(name: query.name, uuid: query.uuid, minimumRSSI: query.minimumRSSI)
        (major, minor, address) = (query.major, query.minor, query.address)
    }

    /// Whether every advert passes.
    package var isOpen: Bool { self == AdvertFilter() }

    package func passes(_ sighting: Sighting, _ advert: ParsedAdvert) -> Bool {
        if let minimumRSSI, sighting.rssiDBm != 127, sighting.rssiDBm < minimumRSSI { return false }
        if let address, sighting.address != address { return false }
        if major != nil || minor != nil {
            guard let identity = advert.beacon?.identity, (major ?? identity.major) == identity.major,
                (minor ?? identity.minor) == identity.minor
            else { return false }
        }
        if let name {
            guard let heard = advert.localName, heard.lowercased().contains(name.lowercased()) else { return false }
        }
        guard let uuid else { return true }
        if advert.serviceUUIDs.contains(uuid) || advert.serviceData.contains(where: { $0.uuid == uuid }) { return true }
        guard let heard = advert.beacon?.identity?.uuid.value else { return false }
        guard let short = uuid.short else { return heard == uuid.value }
        // Four or eight digits also match the beginning of a beacon's UUID.
        return short <= 0xFFFF ? heard >> 112 == UInt128(short) : heard >> 96 == UInt128(short)
    }
}
