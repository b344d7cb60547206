import Advertising

/// What is known, or assumed, of one kind of beacon: data, so that another kind that speaks this protocol needs no code.
package struct BeaconProfile: Sendable, Hashable {
    /// Names it: 1...32 small letters, digits and hyphens.
    package let name: String
    package let title: String
    package let service: BluetoothUUID
    /// Characteristics of the service: that which notifies answers, that which takes commands, that which takes passwords.
    package let notify: BluetoothUUID
    package let command: BluetoothUUID
    package let password: BluetoothUUID
    /// Tried in this order, 1...16.
    package let passwords: [String]
    /// UUIDs of the identities that it has when it comes from the factory, beside those of the ban list; at most 16.
    package let factoryUUIDs: [ProximityUUID]
    package let passwordReplies: ReplyRule
    package let commandReplies: ReplyRule
    /// Attempts to connect, 1...10.
    package let connectAttempts: Int
    /// Longest attempt, and longest wait for each acknowledgement, milliseconds, 100...60,000.
    package let timeoutMs: Int
    /// Time that it gets to keep what was written before the connection is ended, milliseconds, 0...60,000.
    package let afterSaveMs: Int
    /// Silence after which its old address counts as gone, milliseconds, 1,000...600,000.
    package let goneMs: Int

    /// Why data are no profile; `key` names the place.
    package enum Fault: Error, Sendable, Hashable {
        case notJSON(String)
        case missing(key: String)
        case invalid(key: String, expected: String)
        case unknown(key: String)
    }

    /// Most bytes of a profile's JSON.
    package static let fileLimit = 65_536
    package static let passwordLimits = (count: 1...16, length: 1...64)

    /// Whether a text can be a password: 1...64 printable ASCII characters.
    package static func isPassword(_ text: String) -> Bool {
        passwordLimits.length.contains(text.utf8.count) && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
    }
}

extension BeaconProfile {
    /// What comes with the program, the default first.
    package static let bundled: [BeaconProfile] = {
        // A test sees to it that it can be read; without it there would be no default.
        guard let cp28 = try? BeaconProfile(json: PackageResources.cp28_json) else { return [] }
        return [cp28]
    }()
}
