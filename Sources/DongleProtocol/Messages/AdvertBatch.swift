/// ADVERT_BATCH: adverts with consecutive numbers. Source: SPEC.md 9.3.
///
/// This form owns its bytes. ``forEach(in:_:)`` iterates over a payload without copying.
public struct AdvertBatch: WireMessage {
    /// Number of the first advert.
    public var firstNumber: UInt32
    /// Uptime of the first advert, which wraps after 49.7 days.
    public var baseMs: UInt32
    /// The adverts in order of their numbers.
    public var adverts: [Advert]

    public init(firstNumber: UInt32, baseMs: UInt32, adverts: [Advert]) {
        self.firstNumber = firstNumber
        self.baseMs = baseMs
        self.adverts = adverts
    }

    public init(from reader: inout ByteReader) throws(MalformedMessage) {
        firstNumber = try reader.read()
        baseMs = try reader.read()
        let extra = Int(try reader.read(UInt8.self))
        adverts = []
        while reader.remaining > 0 {
            adverts.append(try reader.read())
            try reader.skip(extra)
        }
    }

    public func encode(to writer: inout ByteWriter) {
        writer.write(firstNumber)
        writer.write(baseMs)
        writer.reserve(1)
        writer.writeAll(adverts)
    }

    /// Calls `body` for every advert of a payload with its data, in order. The span is valid only
    /// during the call.
    ///
    /// - Throws: ``MalformedMessage`` if the payload ends within an advert. `body` is then not
    ///   called at all.
    public static func forEach(
        in payload: RawSpan, _ body: (AdvertRecord, _ data: RawSpan) -> Void
    ) throws(MalformedMessage) {
        try payload.withUnsafeBytes { bytes throws(MalformedMessage) in
            guard bytes.count >= headerSize, let base = bytes.baseAddress else {
                throw MalformedMessage(offset: bytes.count)
            }
            let extra = Int(bytes[8])
            var offset = headerSize
            while offset < bytes.count {
                let size = AdvertRecord.size + extra
                guard offset + size <= bytes.count else { throw MalformedMessage(offset: offset) }
                let dataSize = bytes.loadUnaligned(fromByteOffset: offset + AdvertRecord.size - 2, as: UInt16.self)
                offset += size + Int(UInt16(littleEndian: dataSize))
            }
            guard offset == bytes.count else { throw MalformedMessage(offset: bytes.count) }

            var number = UInt32(littleEndian: bytes.loadUnaligned(as: UInt32.self))
            let baseMs = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self))
            offset = headerSize
            while offset < bytes.count {
                let (record, dataSize) = AdvertRecord.read(at: base + offset, number: number, baseMs: baseMs)
                let data = UnsafeRawBufferPointer(start: base + offset + AdvertRecord.size, count: dataSize)
                body(record, RawSpan(_unsafeBytes: data))
                offset += AdvertRecord.size + dataSize + extra
                number &+= 1
            }
        }
    }

    /// Number of bytes before the first advert.
    private static let headerSize = 9
}

/// Fields of one advert in an ADVERT_BATCH, without its data. Source: SPEC.md 9.3.
public struct AdvertRecord: Sendable, Hashable {
    /// Number of the advert. Every advert that passes the scan's filters is numbered, so a gap is
    /// the exact loss.
    public let number: UInt32
    /// The dongle's uptime when it received the advert. It wraps after 49.7 days.
    public let uptimeMs: UInt32
    /// The advertiser's address.
    public let address: Address
    /// Signal, -127...20 dBm; 127 = not available.
    public let rssiDBm: Int8
    /// Radio channel, 0...39; 255 = unknown.
    public let channel: UInt8
    /// Kind of the advert.
    public let traits: AdvertTraits

    /// Size of an advert in bytes without its data.
    static let size = 13

    @inline(__always)
    static func read(at start: UnsafeRawPointer, number: UInt32, baseMs: UInt32) -> (AdvertRecord, dataSize: Int) {
        let head = UInt64(littleEndian: start.loadUnaligned(as: UInt64.self))
        let tail = UInt32(littleEndian: start.loadUnaligned(fromByteOffset: 8, as: UInt32.self))
        let last = start.load(fromByteOffset: 12, as: UInt8.self)
        let record = AdvertRecord(
            number: number, uptimeMs: baseMs &+ UInt32(truncatingIfNeeded: head & 0xFFFF),
            address: Address(rawValue: head >> 16), rssiDBm: Int8(truncatingIfNeeded: tail >> 8),
            channel: UInt8(truncatingIfNeeded: tail >> 16),
            traits: AdvertTraits(rawValue: UInt8(truncatingIfNeeded: tail)))
        return (record, Int(tail >> 24) | Int(last) << 8)
    }
}
