import Advertising
import LineFormats

/// Devices about which the user wants no notices; they are counted anyway. Types are compared
/// without regard to the case of ASCII letters.
package enum DetectionMute: Sendable, Hashable {
    case tier(DetectionTier)
    case deviceType(String)
    case address(BluetoothAddress)

    /// Most mutes that are kept.
    package static let limit = 1_000

    package enum Kind: String, Word {
        case tier, type, address
    }

    package var kind: Kind {
        switch self {
        case .tier: .tier
        case .deviceType: .type
        case .address: .address
        }
    }

    package var value: String {
        switch self {
        case .tier(let tier): tier.rawValue
        case .deviceType(let type): type
        case .address(let address): "\(address)"
        }
    }

    /// Nil if the value is invalid for its kind.
    package init?(kind: Kind, value: String) {
        switch kind {
        case .tier:
            guard let tier = DetectionTier(rawValue: value) else { return nil }
            self = .tier(tier)
        case .type:
            guard (1...Pattern.deviceTypeLimit).contains(value.utf8.count) else { return nil }
            self = .deviceType(value)
        case .address:
            guard let address = BluetoothAddress(value) else { return nil }
            self = .address(address)
        }
    }
}

extension DetectionMute {
    package static func == (left: DetectionMute, right: DetectionMute) -> Bool {
        left.kind == right.kind && left.folded == right.folded
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(kind)
        hasher.combine(folded)
    }

    private var folded: [UInt8] { value.utf8.map { (65...90).contains($0) ? $0 | 0x20 : $0 } }
}

extension Set<DetectionMute> {
    /// Tier of a device by its types that are not muted: that of the type with the highest
    /// confidence.
    ///
    /// - Returns: Nil if the device is muted.
    package func tier(of device: DetectedDevice) -> DetectionTier? {
        guard !isEmpty else { return device.tier }
        if let address = device.key.address, contains(.address(address)) { return nil }
        guard let surest = device.types.first(where: { !contains(.deviceType($0.name)) }) else { return nil }
        let tier = DetectionTier(confidence: surest.confidence)
        return contains(.tier(tier)) ? nil : tier
    }

    /// Whether the device is muted.
    package func hides(_ device: DetectedDevice) -> Bool { tier(of: device) == nil }
}
