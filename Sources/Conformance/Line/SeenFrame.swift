import DongleProtocol

/// A frame received from the dongle.
struct SeenFrame {
    let header: FrameHeader
    let payload: [UInt8]
    let at: ContinuousClock.Instant

    /// Kind of the frame and at most 48 bytes of its payload, as text.
    var words: String {
        let name: String =
            switch header.kind {
            case .boot: "BOOT"
            case .request: "REQUEST \(Self.name(header.operation))"
            case .response:
                "RESPONSE \(Self.name(header.operation)) \(Status(rawValue: UInt16(leading: payload)).words)"
            case .event: "EVENT \(header.event.name ?? String(header.code, radix: 16))"
            case .grant: "GRANT"
            case .log: "LOG"
            default: "kind \(header.kind.rawValue)"
            }
        return "\(name) session \(header.session) id \(header.id) [\(hexadecimal(payload, limit: 48))]"
    }

    private static func name(_ operation: Operation) -> String {
        operation.name ?? "0x" + String(operation.rawValue, radix: 16)
    }
}

extension UInt16 {
    /// The first two of `bytes`; 0 if there are fewer.
    init(leading bytes: [UInt8]) {
        self = bytes.count < 2 ? 0 : UInt16(bytes[0]) | UInt16(bytes[1]) << 8
    }
}

extension Status {
    /// Name of the status, or its number.
    var words: String {
        if let name { return name }
        let digits = String(rawValue, radix: 16)
        return "0x" + String(repeating: "0", count: 4 - digits.count) + digits
    }
}

/// Returns the first `limit` bytes as hexadecimal digits, and the total number if there are more.
func hexadecimal(_ bytes: [UInt8], limit: Int) -> String {
    let digits = Array("0123456789abcdef".utf8)
    let shown = bytes.prefix(limit).map {
        String(decoding: [digits[Int($0 >> 4)], digits[Int($0 & 15)]], as: UTF8.self)
    }
    return shown.joined(separator: " ") + (bytes.count > limit ? " … \(bytes.count) bytes" : "")
}
