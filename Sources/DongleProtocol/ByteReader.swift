/// A message ends before its fields do, or contains an impossible length.
public struct MalformedMessage: Error, Sendable, Hashable {
    /// Offset of the missing or wrong field, from the start of the bytes read.
    public let offset: Int
}

/// Reads little-endian fields one after another.
///
/// Prefer ``WireMessage/init(decoding:)-(RawSpan)`` for whole messages. It takes care of the
/// lifetime of the bytes.
public struct ByteReader {
    private let bytes: UnsafeRawBufferPointer
    /// Offset of `bytes` in the outermost message, so that an error in a nested blob reports its
    /// position.
    private let origin: Int
    private var position = 0

    /// - Parameter bytes: Must outlive the reader.
    public init(_ bytes: UnsafeRawBufferPointer) {
        self.init(bytes, origin: 0)
    }

    private init(_ bytes: UnsafeRawBufferPointer, origin: Int) {
        self.bytes = bytes
        self.origin = origin
    }

    /// Offset of the next field, from the start of the outermost message.
    public var offset: Int { origin + position }

    /// Bytes not yet read.
    public var remaining: Int { bytes.count - position }

    /// Error that reports the next field as wrong.
    public var malformed: MalformedMessage { MalformedMessage(offset: offset) }

    /// Reads the next unsigned integer.
    public mutating func read<T: FixedWidthInteger & UnsignedInteger>(_: T.Type = T.self) throws(MalformedMessage) -> T
    {
        let size = MemoryLayout<T>.size
        guard size <= remaining else { throw malformed }
        defer { position += size }
        return T(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: T.self))
    }

    /// Reads the next signed integer (two's complement).
    public mutating func read() throws(MalformedMessage) -> Int8 {
        Int8(bitPattern: try read(UInt8.self))
    }

    /// Reads the next signed integer (two's complement).
    public mutating func read() throws(MalformedMessage) -> Int32 {
        Int32(bitPattern: try read(UInt32.self))
    }

    /// Reads the next code, known or unknown.
    public mutating func read<Code: WireCode>() throws(MalformedMessage) -> Code {
        Code(rawValue: try read(Code.RawValue.self))
    }

    /// Reads the next value that has its own layout.
    public mutating func read<Value: WireMessage>() throws(MalformedMessage) -> Value {
        try Value(from: &self)
    }

    /// Reads the next field if it is completely present; otherwise reads nothing and returns nil.
    mutating func readIfPresent<T: FixedWidthInteger & UnsignedInteger>() -> T? {
        try? read(T.self)
    }

    /// Reads values one after another, up to the end.
    mutating func readAll<Value: WireMessage>() throws(MalformedMessage) -> [Value] {
        var values: [Value] = []
        while remaining > 0 {
            values.append(try read())
        }
        return values
    }

    /// Skips reserved bytes.
    public mutating func skip(_ count: Int) throws(MalformedMessage) {
        guard count <= remaining else { throw malformed }
        position += count
    }

    /// Reads the next `count` bytes.
    public mutating func bytes(_ count: Int) throws(MalformedMessage) -> [UInt8] {
        guard count <= remaining else { throw malformed }
        defer { position += count }
        return [UInt8](bytes[position..<(position + count)])
    }

    /// Reads all remaining bytes.
    public mutating func rest() -> [UInt8] {
        defer { position = bytes.count }
        return [UInt8](bytes[position...])
    }

    /// Reads a blob: byte count u16, then the bytes.
    public mutating func blob() throws(MalformedMessage) -> [UInt8] {
        var inner = try nested()
        return inner.rest()
    }

    /// Reads a blob of UTF-8. Invalid UTF-8 becomes U+FFFD.
    public mutating func text() throws(MalformedMessage) -> String {
        let inner = try nested()
        return String(decoding: inner.bytes, as: UTF8.self)
    }

    /// Returns a reader of the next blob's bytes.
    public mutating func nested() throws(MalformedMessage) -> ByteReader {
        let count = Int(try read(UInt16.self))
        guard count <= remaining else { throw malformed }
        defer { position += count }
        return ByteReader(UnsafeRawBufferPointer(rebasing: bytes[position..<(position + count)]), origin: offset)
    }
}
