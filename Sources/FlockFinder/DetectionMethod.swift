import LineFormats

/// Property by which a device was detected.
package enum DetectionMethod: String, Word, Comparable {
    case ssid
    case wifiMAC = "wifi-mac"
    case bleMAC = "ble-mac"
    case bleName = "ble-name"
    case bleUUID = "ble-uuid"
    case bleManufacturer = "ble-manufacturer"

    /// Method of a pattern of this kind over this radio; nil if such a pattern finds nothing there.
    package init?(_ kind: PatternKind, over radio: DetectionRadio) {
        switch (kind, radio) {
        case (.ssid, .wifi): self = .ssid
        case (.mac, .wifi): self = .wifiMAC
        case (.mac, .bluetooth): self = .bleMAC
        case (.bleName, .bluetooth): self = .bleName
        case (.bleUUID, .bluetooth): self = .bleUUID
        case (.bleManufacturer, .bluetooth): self = .bleManufacturer
        default: return nil
        }
    }

    /// Confidence in percent, if the pattern does not state one. Source: the firmware; it does not
    /// know companies, so that value is assumed.
    package var confidence: Int {
        switch self {
        case .ssid: 90
        case .wifiMAC: 85
        case .bleMAC: 90
        case .bleName: 85
        case .bleUUID: 100
        case .bleManufacturer: 90
        }
    }

    /// Compares by the order of the cases.
    package static func < (left: DetectionMethod, right: DetectionMethod) -> Bool {
        (allCases.firstIndex(of: left) ?? 0) < (allCases.firstIndex(of: right) ?? 0)
    }
}

/// Radio by which a device was heard.
package enum DetectionRadio: String, Word {
    case wifi
    case bluetooth = "bluetooth_le"
}
