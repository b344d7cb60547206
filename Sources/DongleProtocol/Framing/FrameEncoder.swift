/// Encodes frames for the line: zero, COBS of header, payload and CRC-32C, zero. Source: SPEC.md 1.
public enum FrameEncoder {
    /// Returns the largest encoded size of a frame with `payloadCount` bytes of payload, including
    /// both delimiters.
    public static func largestEncodedSize(payloadCount: Int) -> Int {
        COBS.largestEncodedSize(of: payloadCount + FrameDecoder.overhead) + 2
    }

    /// Returns one encoded frame, including both delimiters.
    public static func encode(_ header: FrameHeader, payload: RawSpan) -> [UInt8] {
        var wire: [UInt8] = []
        append(header, payload: payload, to: &wire)
        return wire
    }

    /// Returns one encoded frame, including both delimiters.
    public static func encode(_ header: FrameHeader, payload: [UInt8] = []) -> [UInt8] {
        encode(header, payload: payload.span.bytes)
    }

    /// Appends one encoded frame, including both delimiters, and returns its size in bytes.
    @discardableResult
    public static func append(_ header: FrameHeader, payload: RawSpan, to wire: inout [UInt8]) -> Int {
        let start = wire.count
        let room = largestEncodedSize(payloadCount: payload.byteCount)
        wire.append(contentsOf: repeatElement(0, count: room))
        let size = wire.withUnsafeMutableBytes { buffer in
            let frame = UnsafeMutableRawBufferPointer(rebasing: buffer[start...])
            // The decoded frame is placed at the end of the room and encoded towards the front.
            let decodedCount = payload.byteCount + FrameDecoder.overhead
            let decoded = UnsafeMutableRawBufferPointer(rebasing: frame[(room - 1 - decodedCount)..<(room - 1)])
            decoded.storeBytes(of: header.word.littleEndian, as: UInt64.self)
            payload.withUnsafeBytes {
                UnsafeMutableRawBufferPointer(rebasing: decoded[FrameHeader.size...]).copyMemory(from: $0)
            }
            let crc = CRC32C.checksum(UnsafeRawBufferPointer(rebasing: decoded.dropLast(4)))
            decoded.storeBytes(of: crc.littleEndian, toByteOffset: decodedCount - 4, as: UInt32.self)
            let encoded = UnsafeMutableRawBufferPointer(rebasing: frame[1...])
            let count = COBS.encode(UnsafeRawBufferPointer(decoded), to: encoded)
            frame[count + 1] = 0
            return count + 2
        }
        wire.removeLast(room - size)
        return size
    }
}
