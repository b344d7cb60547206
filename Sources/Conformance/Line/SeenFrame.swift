import DongleProtocol

/// A frame received from the dongle.
struct SeenFrame {
    let header: FrameHeader
    let payload: [UInt8]
    let at: ContinuousClock.Instant

    /// Kind, code, session and id, as text.
    var name: String { DecodedFrame(header, payload).name }

    /// Kind, code, session, id and fields, as text.
    var words: String { DecodedFrame(header, payload).words }
}

extension UInt16 {
    /// The first two of `bytes`; 0 if there are fewer.
    init(leading bytes: [UInt8]) {
        self = bytes.count < 2 ? 0 : UInt16(bytes[0]) | UInt16(bytes[1]) << 8
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
