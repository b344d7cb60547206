extension Status {
    /// The status in words: SPEC.md's name, or the Core Specification's with the domain and the
    /// number, such as `ATT Insufficient Authentication (0x0505)`.
    package var words: String {
        if let name { return name }
        switch domain {
        case .hci: return "HCI \(Self.hciNames[code] ?? "error of another name") (\(digits))"
        case .att: return "ATT \(attName) (\(digits))"
        case .vendor: return "\(digits), the vendor's own"
        default: return "\(digits), which SPEC.md does not define"
        }
    }

    private var digits: String {
        let digits = String(rawValue, radix: 16, uppercase: true)
        return "0x" + String(repeating: "0", count: 4 - digits.count) + digits
    }

    private var attName: String {
        if let name = Self.attNames[code] { return name }
        return (0x80...0x9F).contains(code) ? "application error" : "error of another name"
    }

    /// Source: Core Specification, Vol 1, Part F, 1.3: those that Low Energy uses.
    private static let hciNames: [UInt8: String] = [
        0x00: "error of no name", 0x01: "Unknown HCI Command", 0x02: "Unknown Connection Identifier",
        0x03: "Hardware Failure", 0x05: "Authentication Failure", 0x06: "PIN or Key Missing",
        0x07: "Memory Capacity Exceeded", 0x08: "Connection Timeout", 0x09: "Connection Limit Exceeded",
        0x0B: "Connection Already Exists", 0x0C: "Command Disallowed",
        0x0D: "Connection Rejected due to Limited Resources", 0x11: "Unsupported Feature or Parameter Value",
        0x12: "Invalid HCI Command Parameters", 0x13: "Remote User Terminated Connection",
        0x14: "Remote Device Terminated Connection due to Low Resources",
        0x15: "Remote Device Terminated Connection due to Power Off",
        0x16: "Connection Terminated By Local Host", 0x17: "Repeated Attempts", 0x18: "Pairing Not Allowed",
        0x1A: "Unsupported Remote Feature", 0x1E: "Invalid LL Parameters", 0x1F: "Unspecified Error",
        0x20: "Unsupported LL Parameter Value", 0x22: "LL Response Timeout", 0x23: "LL Procedure Collision",
        0x28: "Instant Passed", 0x29: "Pairing With Unit Key Not Supported",
        0x2A: "Different Transaction Collision", 0x2F: "Insufficient Security",
        0x30: "Parameter Out Of Mandatory Range", 0x3A: "Controller Busy",
        0x3B: "Unacceptable Connection Parameters", 0x3C: "Advertising Timeout",
        0x3D: "Connection Terminated due to MIC Failure", 0x3E: "Connection Failed to be Established",
        0x42: "Unknown Advertising Identifier", 0x43: "Limit Reached", 0x44: "Operation Cancelled by Host",
        0x45: "Packet Too Long",
    ]

    /// Source: Core Specification, Vol 3, Part F, 3.4.1.1; from 0xFC on Supplement, Part B, 1.2.
    private static let attNames: [UInt8: String] = [
        0x00: "error of no name", 0x01: "Invalid Handle", 0x02: "Read Not Permitted", 0x03: "Write Not Permitted",
        0x04: "Invalid PDU", 0x05: "Insufficient Authentication", 0x06: "Request Not Supported",
        0x07: "Invalid Offset", 0x08: "Insufficient Authorization", 0x09: "Prepare Queue Full",
        0x0A: "Attribute Not Found", 0x0B: "Attribute Not Long", 0x0C: "Encryption Key Size Too Short",
        0x0D: "Invalid Attribute Value Length", 0x0E: "Unlikely Error", 0x0F: "Insufficient Encryption",
        0x10: "Unsupported Group Type", 0x11: "Insufficient Resources", 0x12: "Database Out Of Sync",
        0x13: "Value Not Allowed", 0xFC: "Write Request Rejected",
        0xFD: "Client Characteristic Configuration Descriptor Improperly Configured",
        0xFE: "Procedure Already in Progress", 0xFF: "Out of Range",
    ]
}
