import Advertising

/// Known or assumed properties of one kind of beacon. They are data, so that another kind with this
/// protocol needs no code.
package struct BeaconProfile: Sendable, Hashable {
    /// Unique name: 1...32 small letters, digits and hyphens.
    package let name: String
    package let title: String
    package let service: BluetoothUUID
    /// Characteristics of the service: the one that notifies answers, the one for commands, and the
    /// one for passwords.
    package let notify: BluetoothUUID
    package let command: BluetoothUUID
    package let password: BluetoothUUID
    /// Passwords, tried in this order, 1...16.
    package let passwords: [String]
    /// UUIDs of factory identities in addition to those of the ban list; at most 16.
    package let factoryUUIDs: [ProximityUUID]
    package let passwordReplies: ReplyRule
    package let commandReplies: ReplyRule
    /// Number of attempts to connect, 1...10.
    package let connectAttempts: Int
    /// Maximum duration of an attempt, and maximum wait for each acknowledgement, milliseconds,
    /// 100...60,000.
    package let timeoutMs: Int
    /// Time for the beacon to save before the connection is ended, milliseconds, 0...60,000.
    package let afterSaveMs: Int
    /// Silence after which the old address counts as gone, milliseconds, 1,000...600,000.
    package let goneMs: Int

    /// Reason why a profile is invalid; `key` names the place.
    package enum Fault: Error, Sendable, Hashable {
        case notJSON(String)
        case missing(key: String)
        case invalid(key: String, expected: String)
        case unknown(key: String)
    }

    /// Maximum size of a profile's JSON, in bytes.
    package static let fileLimit = 65_536
    package static let passwordLimits = (count: 1...16, length: 1...64)

    /// Whether a text is a valid password: 1...64 printable ASCII characters.
    package static func isPassword(_ text: String) -> Bool {
        passwordLimits.length.contains(text.utf8.count) && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
    }
}

extension BeaconProfile {
    /// Profiles of the program, the default first.
    package static let bundled: [BeaconProfile] = {
        // A test checks that the embedded file can be read; without it, there would be no default.
        guard let cp28 = try? BeaconProfile(json: PackageResources.cp28_json) else { return [] }
        return [cp28]
    }()
}
