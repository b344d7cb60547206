import Advertising
import DongleLink
import NIOConcurrencyHelpers

/// Devices heard with a certain name, in the order in which they were heard; at most 16.
final class HeardNames: Sendable {
    struct Device: Sendable, Hashable {
        let address: BluetoothAddress
        let type: AddressType
    }

    private static let limit = 16
    private let name: String
    private let devices = NIOLockedValueBox<[Device]>([])

    init(_ name: String) {
        self.name = name
    }

    var found: [Device] { devices.withLockedValue { $0 } }

    func hear(_ sighting: Sighting) {
        guard let heard = ParsedAdvert(sighting.data).localName, heard == name else { return }
        let device = Device(address: sighting.address, type: sighting.addressType)
        devices.withLockedValue { devices in
            if !devices.contains(device), devices.count < Self.limit { devices.append(device) }
        }
    }
}
