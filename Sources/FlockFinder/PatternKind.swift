import LineFormats

/// List that a pattern belongs to, and so the property that it is compared with.
package enum PatternKind: String, Word {
    /// Part of the name of a Wi-Fi network.
    case ssid
    /// Beginning of a Wi-Fi or Bluetooth address.
    case mac
    /// Part of the name in a Bluetooth advertisement, whatever its case.
    case bleName = "ble-name"
    /// Whole service UUID in a Bluetooth advertisement.
    case bleUUID = "ble-uuid"
    /// Company identifier in a Bluetooth advertisement. Only the host has this list; no device's
    /// config does.
    case bleManufacturer = "ble-manufacturer"

    /// Lists in the config of a device, in its order.
    package static let onDevices: [PatternKind] = [.ssid, .mac, .bleName, .bleUUID]
}
