import JSONLines

/// Which list a pattern stands in, and so what it is compared with.
package enum PatternKind: String, Word {
    /// A part of the name of a Wi-Fi network.
    case ssid
    /// The beginning of a Wi-Fi or Bluetooth address.
    case mac
    /// A part of the name in a Bluetooth advertisement, in whatever case.
    case bleName = "ble-name"
    /// A service UUID in a Bluetooth advertisement, whole.
    case bleUUID = "ble-uuid"
    /// A company identifier in a Bluetooth advertisement. Only on the host: no config of a device has such a list.
    case bleManufacturer = "ble-manufacturer"

    /// The lists that the config of a device has, in its order.
    package static let onDevices: [PatternKind] = [.ssid, .mac, .bleName, .bleUUID]
}
