/// Consistent Overhead Byte Stuffing: encodes bytes without any zero, so that a zero can delimit
/// frames. Source: SPEC.md 1.2.
public enum COBS {
    /// Result of decoding one byte sequence between delimiters.
    enum Decoded: Equatable {
        case bytes(Int)
        case overflow
        case malformed
    }

    /// Returns the largest encoded size of `count` bytes, without delimiters.
    public static func largestEncodedSize(of count: Int) -> Int {
        count + max(1, (count + 253) / 254)
    }

    /// Returns `bytes` encoded, without delimiters.
    public static func encode(_ bytes: RawSpan) -> [UInt8] {
        bytes.withUnsafeBytes { source in
            [UInt8](unsafeUninitializedCapacity: largestEncodedSize(of: source.count)) { buffer, count in
                count = encode(source, to: UnsafeMutableRawBufferPointer(buffer))
            }
        }
    }

    /// Encodes `source` and returns the encoded size.
    ///
    /// `destination` must have room for `largestEncodedSize(of:)`. The two buffers may overlap if
    /// `source` is at the end of that room, because encoding only moves bytes towards the front.
    static func encode(_ source: UnsafeRawBufferPointer, to destination: UnsafeMutableRawBufferPointer) -> Int {
        guard let input = source.baseAddress, let output = destination.baseAddress, source.count > 0 else {
            destination.storeBytes(of: 1, as: UInt8.self)
            return 1
        }
        var read = 0
        var written = 0
        while true {
            let length = distanceToZero(input + read, limit: min(254, source.count - read))
            (output + written + 1).copyMemory(from: input + read, byteCount: length)
            (output + written).storeBytes(of: UInt8(length + 1), as: UInt8.self)
            written += length + 1
            read += length
            if read == source.count { return written }
            if length < 254 {
                read += 1
                if read == source.count {
                    // The data ends with a zero, so one empty block follows it.
                    (output + written).storeBytes(of: 1, as: UInt8.self)
                    return written + 1
                }
            }
        }
    }

    /// Returns what a byte sequence without zeros decodes to; nil if it is malformed.
    package static func decode(_ stretch: [UInt8]) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: stretch.count)
        let result = bytes.withUnsafeMutableBytes { buffer in stretch.withUnsafeBytes { decode($0, to: buffer) } }
        guard case .bytes(let count) = result else { return nil }
        return Array(bytes.prefix(count))
    }

    /// Decodes a byte sequence without zeros into `destination`, whose size is the limit.
    static func decode(_ stretch: UnsafeRawBufferPointer, to destination: UnsafeMutableRawBufferPointer) -> Decoded {
        guard let input = stretch.baseAddress, let output = destination.baseAddress else { return .bytes(0) }
        let limit = destination.count
        var read = 0
        var written = 0
        while read < stretch.count {
            let code = input.load(fromByteOffset: read, as: UInt8.self)
            read &+= 1
            let length = Int(code) &- 1
            let present = min(length, stretch.count &- read)
            guard present <= limit &- written else { return .overflow }
            (output + written).copyMemory(from: input + read, byteCount: present)
            guard present == length else { return .malformed }
            read &+= length
            written &+= length
            if code != 0xFF && read < stretch.count {
                guard written < limit else { return .overflow }
                (output + written).storeBytes(of: 0, as: UInt8.self)
                written &+= 1
            }
        }
        return .bytes(written)
    }

    /// Returns the number of bytes before the first zero at or after `start`, or `limit` if there
    /// is no zero before that.
    static func distanceToZero(_ start: UnsafeRawPointer, limit: Int) -> Int {
        var offset = 0
        while offset &+ 8 <= limit {
            let word = UInt64(littleEndian: start.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            // The lowest bit set is the top bit of the first zero byte; bits above it may be wrong.
            let zeros = (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
            if zeros != 0 { return offset &+ zeros.trailingZeroBitCount / 8 }
            offset &+= 8
        }
        while offset < limit, start.load(fromByteOffset: offset, as: UInt8.self) != 0 {
            offset &+= 1
        }
        return offset
    }
}
