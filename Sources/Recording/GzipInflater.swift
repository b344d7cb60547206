import CZlib

/// Decompresses gzip data, one or more members one after the other, piece by piece.
struct GzipInflater: ~Copyable, @unchecked Sendable {
    enum Fault: Error {
        case corrupt
    }

    /// The two bytes that begin every member.
    static let magic: [UInt8] = [0x1F, 0x8B]

    // zlib keeps a pointer to the stream inside its own state, so it must not move. Owned by this value alone, which
    // cannot be copied: that makes it safe to send.
    private let stream: UnsafeMutablePointer<z_stream>

    /// Whether the input so far ends where a member ends.
    private(set) var isAtMemberEnd = false

    init() throws(Fault) {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        // 16 asks for gzip instead of zlib framing.
        let result = inflateInit2_(
            stream, MAX_WBITS + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        guard result == Z_OK else { throw .corrupt }
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
    }

    /// Takes what it can from the front of `input`.
    ///
    /// - Returns: At most `limit` bytes. Empty when more input is needed.
    mutating func inflate(_ input: inout ArraySlice<UInt8>, limit: Int) throws(Fault) -> [UInt8] {
        if isAtMemberEnd {
            // What follows a member and does not begin as one is padding, which gzip ignores too.
            guard input.first == GzipInflater.magic[0] else {
                input = []
                return []
            }
            inflateReset(stream)
            isAtMemberEnd = false
        }
        var result = Z_OK
        var consumed = 0
        let output = [UInt8](unsafeUninitializedCapacity: limit) { output, count in
            input.withUnsafeMutableBufferPointer { input in
                stream.pointee.next_in = input.baseAddress
                stream.pointee.avail_in = UInt32(input.count)
                stream.pointee.next_out = output.baseAddress
                stream.pointee.avail_out = UInt32(limit)
                result = CZlib.inflate(stream, Z_NO_FLUSH)
                consumed = input.count - Int(stream.pointee.avail_in)
                count = limit - Int(stream.pointee.avail_out)
            }
        }
        input.removeFirst(consumed)
        switch result {
        case Z_STREAM_END: isAtMemberEnd = true
        // Z_BUF_ERROR only says that nothing could be done without more input.
        case Z_OK, Z_BUF_ERROR: break
        default: throw .corrupt
        }
        return output
    }
}
