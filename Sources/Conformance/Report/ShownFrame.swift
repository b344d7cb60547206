import DongleProtocol

/// What stood between two zeros on the line, shown with a failure.
package struct ShownFrame: Sendable, Hashable {
    package enum Content: Sendable, Hashable {
        case frame(DecodedFrame)
        /// No frame, for this reason of SPEC.md 1.4.
        case rejected(Rejection)
    }

    /// Bytes of a payload that a line shows, and of a stretch that is no frame.
    private static let shown = 32

    /// Whether the check sent it; otherwise the dongle did.
    package let isSent: Bool
    /// Time since the check began.
    package let at: Duration
    /// The bytes as on the line, without the zeros.
    package let stretch: [UInt8]
    package let content: Content
    /// Number of frames alike that came between this one and the next, and are left out.
    package var alike = 0

    /// Direction, time, fields and bytes on one line: `>` to the dongle, `<` from it. The bytes are
    /// those of the decoded frame without its CRC, `|` between header and payload.
    package var line: String {
        let time = String(repeating: " ", count: max(0, 6 - at.words.count)) + at.words
        let more = alike == 0 ? "" : " … and \(alike) more like this one"
        return "\(isSent ? ">" : "<") \(time)  \(words)\(more)"
    }

    /// Why the bytes are no frame, or why some of its payload belong to no field; otherwise nil.
    package var problem: String? {
        switch content {
        case .frame(let frame): return frame.problem
        case .rejected(let reason):
            guard reason == .crc || reason == .short, let decoded = COBS.decode(stretch) else {
                return "\(stretch.count) bytes"
            }
            guard reason == .crc else { return "\(stretch.count) bytes that decode to \(decoded.count)" }
            let covered = decoded.dropLast(4)
            let right = fields { $0.write(CRC32C.checksum(covered.span.bytes)) }
            return
                "\(stretch.count) bytes that decode to \(decoded.count); the CRC-32C of the first \(covered.count) is "
                + "\(hexadecimal(right, limit: 4)), and the last 4 are \(hexadecimal(Array(decoded.suffix(4)), limit: 4))"
        }
    }

    private var words: String {
        switch content {
        case .rejected(let reason):
            return "no frame (\(reason)): \(problem ?? "")  [00 \(hexadecimal(stretch, limit: Self.shown)) 00]"
        case .frame(let frame):
            let header = hexadecimal(frame.header.bytes, limit: FrameHeader.size)
            let payload = frame.payload.isEmpty ? "" : " | " + hexadecimal(frame.payload, limit: Self.shown)
            return "\(frame.words)  [\(header)\(payload)]"
        }
    }
}

extension FrameHeader {
    /// The header's bytes.
    package var bytes: [UInt8] {
        fields {
            $0.write(major << 4 | kind.rawValue)
            $0.write(flags)
            $0.write(session)
            $0.write(id)
            $0.write(code)
        }
    }
}
