import DongleProtocol

/// Bytes of a serial line, made from instructions in the fuzzer's input: the fuzzer would not find
/// a correct CRC by itself.
enum FuzzedLine {
    static let limit = 4096

    static func bytes(_ input: inout FuzzInput) -> [UInt8] {
        var line: [UInt8] = []
        while !input.isEmpty, line.count < limit {
            switch input.byte() % 6 {
            case 0: line += input.bytes(Int(input.byte()))
            case 1: line += frame(&input)
            case 2:
                var frame = frame(&input)
                frame[Int(input.word()) % frame.count] ^= input.byte()
                line += frame
            case 3: line += repeatElement(input.byte(), count: 1 + length(&input))
            case 4:
                // Too short, or with a CRC that is almost certainly wrong.
                line += COBS.encode(input.bytes(Int(input.byte())).span.bytes)
                line.append(0)
            default: line += frame(&input).dropLast(Int(input.byte()))
            }
        }
        return line
    }

    private static func frame(_ input: inout FuzzInput) -> [UInt8] {
        let kind = input.byte()
        let header = FrameHeader(
            major: kind >> 4, kind: FrameKind(rawValue: kind), flags: input.byte(), session: input.word(),
            id: input.word(), code: input.word())
        var payload = input.bytes(Int(input.byte() & 0x3F))
        payload += repeatElement(input.byte(), count: length(&input))
        return FrameEncoder.encode(header, payload: payload)
    }

    /// Returns a length: mostly short, which is fast, sometimes as long as the largest frames.
    private static func length(_ input: inout FuzzInput) -> Int {
        let byte = Int(input.byte())
        return byte < 0xE0 ? byte / 4 : (byte - 0xDF) * 68
    }
}

/// Output of a decoder for a line.
struct DecodedLine: Equatable {
    enum Event: Equatable {
        case frame(FrameHeader, [UInt8])
        case rejected(Rejection, discarded: Int)
    }

    var events: [Event] = []

    /// Limits to decode with, in bytes of the largest frame: the smallest, both profiles, the
    /// host's own, and some between them.
    static let largestFrames = [12, 20, 76, 268, 540, 1000, 2060]
}
