import CZlib

/// Decompresses gzip data, consisting of one or more members, piece by piece.
struct GzipInflater: ~Copyable, @unchecked Sendable {
    enum Fault: Error {
        case corrupt
    }

    /// First two bytes of every member.
    static let magic: [UInt8] = [0x1F, 0x8B]

    // zlib keeps a pointer to the stream in its own state, so the stream must not move. Only this
    // value owns it and cannot be copied; therefore it is safe to send.
    private let stream: UnsafeMutablePointer<z_stream>

    /// Whether the input so far ends at the end of a member.
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

    /// Decompresses from the front of `input` and removes what it used.
    ///
    /// - Returns: At most `limit` bytes. Empty if more input is needed.
    mutating func inflate(_ input: inout ArraySlice<UInt8>, limit: Int) throws(Fault) -> [UInt8] {
        if isAtMemberEnd {
            // Bytes after a member that do not begin another one are padding, which gzip ignores
            // too.
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
        // Z_BUF_ERROR only means that zlib cannot continue without more input.
        case Z_OK, Z_BUF_ERROR: break
        default: throw .corrupt
        }
        return output
    }
}
