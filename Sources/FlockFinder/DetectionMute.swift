import Advertising
import JSONLines

/// What nobody wants to be told of. It is counted all the same. Types are equal whatever the case of their ASCII letters.
package enum DetectionMute: Sendable, Hashable {
    case tier(DetectionTier)
    case deviceType(String)
    case address(BluetoothAddress)

    /// Mutes that are kept at most.
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

    /// Nil where a value is none of its kind.
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
    /// The tier of what nobody has muted of a device: that of the surest of its types that are not muted.
    ///
    /// - Returns: Nil where nobody wants to be told of it.
    package func tier(of device: DetectedDevice) -> DetectionTier? {
        guard !isEmpty else { return device.tier }
        if let address = device.key.address, contains(.address(address)) { return nil }
        guard let surest = device.types.first(where: { !contains(.deviceType($0.name)) }) else { return nil }
        let tier = DetectionTier(confidence: surest.confidence)
        return contains(.tier(tier)) ? nil : tier
    }

    /// Whether nobody wants to be told of that device.
    package func hides(_ device: DetectedDevice) -> Bool { tier(of: device) == nil }
}
