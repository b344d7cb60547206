import JSONLines

/// By what a device gave itself away.
package enum DetectionMethod: String, Word, Comparable {
    case ssid
    case wifiMAC = "wifi-mac"
    case bleMAC = "ble-mac"
    case bleName = "ble-name"
    case bleUUID = "ble-uuid"
    case bleManufacturer = "ble-manufacturer"

    /// What a pattern of that kind finds over that radio; nil where it finds nothing there.
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

    /// Percent, where the pattern says nothing of it. Source: the firmware; that of a company, which it does not know, is assumed.
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

    /// In the order in which they are listed.
    package static func < (left: DetectionMethod, right: DetectionMethod) -> Bool {
        (allCases.firstIndex(of: left) ?? 0) < (allCases.firstIndex(of: right) ?? 0)
    }
}

/// The radio by which a device was heard.
package enum DetectionRadio: String, Word {
    case wifi
    case bluetooth = "bluetooth_le"
}
