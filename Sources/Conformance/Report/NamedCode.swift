import DongleProtocol

/// An enumeration of SPEC.md whose numbers are shown by name.
protocol NamedCode: WireCode where RawValue == UInt8 {
    /// SPEC.md's words for the numbers.
    static var names: [UInt8: String] { get }
    /// The value for people.
    var words: String { get }
}

extension NamedCode {
    /// Name and number; the number only, where SPEC.md does not define it.
    var words: String {
        Self.names[rawValue].map { "\($0) (\(rawValue))" } ?? "\(rawValue), which SPEC.md does not define"
    }
}

/// A set of bits that is shown by the bits' names.
protocol NamedBits: NamedCode {}

extension NamedBits {
    var words: String {
        let bits = (0..<8).map { UInt8(1) << $0 }.filter { rawValue & $0 != 0 }
        let words = bits.map { Self.names[$0] ?? "bit \($0.trailingZeroBitCount)" }
        return "0x\(hexadecimal([rawValue], limit: 1))" + (words.isEmpty ? "" : " (\(words.joined(separator: ", ")))")
    }
}

extension Effect: NamedCode {
    static let names: [UInt8: String] = [0: "none", 1: "done", 2: "unknown"]
}

extension ScanActivity: NamedCode {
    static let names: [UInt8: String] = [0: "stopped", 1: "running", 2: "failed"]
}

extension ConnectionPhase: NamedCode {
    static let names: [UInt8: String] = [1: "CONNECTING", 2: "CONNECTED", 3: "CLOSING"]
}

extension ResetReason: NamedCode {
    static let names: [UInt8: String] = [
        0: "unknown", 1: "power on", 2: "reset pin", 3: "requested", 4: "watchdog", 5: "brown-out", 6: "fault",
        7: "woke from sleep",
    ]
}

extension PeerAddressType: NamedCode {
    static let names: [UInt8: String] = [0: "public", 1: "random", 2: "public identity", 3: "random identity"]
}

extension PDUType: NamedCode {
    static let names: [UInt8: String] = [
        0: "ADV_IND", 1: "ADV_DIRECT_IND", 2: "ADV_NONCONN_IND", 4: "SCAN_RSP", 6: "ADV_SCAN_IND", 7: "extended",
        15: "not known",
    ]
}

extension Radio: NamedCode {
    static let names: [UInt8: String] = [0: "Bluetooth", 1: "Wi-Fi"]
}

extension LogLevel: NamedCode {
    static let names: [UInt8: String] = [0: "error", 1: "warning", 2: "info", 3: "debug"]
}

extension DiscoveryKind: NamedCode {
    static let names: [UInt8: String] = [1: "primary services", 2: "characteristics", 3: "descriptors"]
}

extension SubscriptionMode: NamedCode {
    static let names: [UInt8: String] = [0: "off", 1: "notifications", 2: "indications"]
}

extension ConfigCopy: NamedCode {
    static let names: [UInt8: String] = [0: "active", 1: "saved"]
}

extension ConfigChangeKind: NamedCode {
    static let names: [UInt8: String] = [1: "COMMIT", 2: "SAVE", 3: "LOAD", 4: "RESET"]
}

extension RadioScanMode: NamedCode {
    static let names: [UInt8: String] = [0: "passive", 1: "active"]
}

extension RebootMode: NamedCode {
    static let names: [UInt8: String] = [0: "run", 1: "boot loader"]
}

extension MatchedPatternKind: NamedCode {
    static let names: [UInt8: String] = [0: "SSID", 1: "MAC prefix", 2: "BLE name", 3: "BLE service UUID"]
}

extension WifiFrame: NamedCode {
    static let names: [UInt8: String] = [0: "beacon", 1: "probe request", 2: "probe response"]
}

extension ScanFilter.Kind: NamedCode {
    static let names: [UInt8: String] = [1: "address", 2: "structure", 3: "service"]
}

extension ConfigFlags: NamedBits {
    static let names: [UInt8: String] = [
        1: "active is the factory config", 2: "a saved config exists", 4: "active is what the next boot runs",
        8: "staging exists", 16: "staging is complete",
    ]
}

extension CharacteristicProperties: NamedBits {
    static let names: [UInt8: String] = [
        1: "broadcast", 2: "read", 4: "write without response", 8: "write", 16: "notify", 32: "indicate",
        64: "authenticated signed writes", 128: "extended properties",
    ]
}
