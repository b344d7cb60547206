/// Text by which devices of a certain type are recognised. A pattern can match something, and never
/// matches everything.
package struct Pattern: Sendable, Hashable {
    package let kind: PatternKind
    /// Text in the spelling of its ``PatternKind``: an SSID or part of a name as it is; digits of
    /// addresses and UUIDs in lower case; addresses with colons (`b4:1e:52`); UUIDs as short as
    /// possible (`180a`); a company as four digits (`09c8`).
    package let text: String
    /// Type of the devices that the pattern recognises, for people: 1...64 bytes.
    package let deviceType: String
    /// Whether the pattern is case-sensitive. Only an SSID can be; false for every other kind.
    package let isCaseSensitive: Bool
    package var isEnabled: Bool

    /// Longest name of a network, in bytes. Source: IEEE 802.11-2020, 9.4.2.2.
    package static let ssidLimit = 32
    /// Longest name of a device, in bytes. Source: Core Specification, Vol 3, Part C, 12.1.
    package static let nameLimit = 248
    package static let deviceTypeLimit = 64
    /// Number of digits in the address of a pattern: from a whole OUI to a whole address.
    package static let addressDigits = 6...12

    /// - Parameters:
    ///   - text: Text in any usual spelling.
    ///   - isCaseSensitive: Ignored for kinds other than an SSID.
    package init(
        _ kind: PatternKind, _ text: String, deviceType: String, isCaseSensitive: Bool = false, isEnabled: Bool = true
    ) throws(PatternFault) {
        self.kind = kind
        self.text = try Self.normalised(text, kind)
        guard !deviceType.isEmpty else { throw .emptyDeviceType }
        guard deviceType.utf8.count <= Self.deviceTypeLimit else {
            throw .longDeviceType(deviceType, length: deviceType.utf8.count)
        }
        try Self.check(deviceType)
        self.deviceType = deviceType
        self.isCaseSensitive = kind == .ssid && isCaseSensitive
        self.isEnabled = isEnabled
    }

    /// Returns the text in the spelling that patterns use.
    package static func normalised(_ text: String, _ kind: PatternKind) throws(PatternFault) -> String {
        guard !text.isEmpty else { throw .empty }
        switch kind {
        case .ssid: return try plain(text, limit: ssidLimit)
        case .bleName: return try plain(text, limit: nameLimit)
        case .mac: return try addressPrefix(text)
        case .bleUUID: return try uuid(text)
        case .bleManufacturer: return try company(text)
        }
    }

    private static func plain(_ text: String, limit: Int) throws(PatternFault) -> String {
        try check(text)
        guard text.utf8.count <= limit else { throw .long(text, length: text.utf8.count, limit: limit) }
        return text
    }

    private static func check(_ text: String) throws(PatternFault) {
        guard isPlain(text) else { throw .controlCharacter(text) }
        guard
            !text.unicodeScalars.contains(where: { $0 == "\u{FFFD}" || DeviceText.standIns.contains($0.value) })
        else { throw .notText(text) }
    }

    /// Whether the text has no control characters. Firmware ends a text at a NUL, and readable
    /// names do not contain the others.
    static func isPlain(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
    }
}
