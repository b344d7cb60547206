/// A message ended before its fields did, or a length in it cannot be.
public struct MalformedMessage: Error, Sendable, Hashable {
    /// Where in the bytes read the field begins that is missing or wrong.
    public let offset: Int
}

/// Reads little-endian fields one after the other.
///
/// Messages are best read through ``WireMessage/init(decoding:)-(RawSpan)``, which sees to the lifetime of the bytes.
public struct ByteReader {
    private let bytes: UnsafeRawBufferPointer
    /// Offset of `bytes` in the outermost message, so that an error in a nested blob says where it is.
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

    /// Where the next field begins, from the start of the outermost message.
    public var offset: Int { origin + position }

    /// Bytes not yet read.
    public var remaining: Int { bytes.count - position }

    /// The error that says the next field is wrong.
    public var malformed: MalformedMessage { MalformedMessage(offset: offset) }

    /// The next unsigned integer.
    public mutating func read<T: FixedWidthInteger & UnsignedInteger>(_: T.Type = T.self) throws(MalformedMessage) -> T
    {
        let size = MemoryLayout<T>.size
        guard size <= remaining else { throw malformed }
        defer { position += size }
        return T(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: T.self))
    }

    /// The next signed integer, two's complement.
    public mutating func read() throws(MalformedMessage) -> Int8 {
        Int8(bitPattern: try read(UInt8.self))
    }

    /// The next signed integer, two's complement.
    public mutating func read() throws(MalformedMessage) -> Int32 {
        Int32(bitPattern: try read(UInt32.self))
    }

    /// The next code, known or not.
    public mutating func read<Code: WireCode>() throws(MalformedMessage) -> Code {
        Code(rawValue: try read(Code.RawValue.self))
    }

    /// The next value with a layout of its own.
    public mutating func read<Value: WireMessage>() throws(MalformedMessage) -> Value {
        try Value(from: &self)
    }

    /// The next field where it is there as a whole; else nothing is read.
    mutating func readIfPresent<T: FixedWidthInteger & UnsignedInteger>() -> T? {
        try? read(T.self)
    }

    /// Values one after the other, to the end.
    mutating func readAll<Value: WireMessage>() throws(MalformedMessage) -> [Value] {
        var values: [Value] = []
        while remaining > 0 {
            values.append(try read())
        }
        return values
    }

    /// Passes over reserved bytes.
    public mutating func skip(_ count: Int) throws(MalformedMessage) {
        guard count <= remaining else { throw malformed }
        position += count
    }

    /// The next `count` bytes.
    public mutating func bytes(_ count: Int) throws(MalformedMessage) -> [UInt8] {
        guard count <= remaining else { throw malformed }
        defer { position += count }
        return [UInt8](bytes[position..<(position + count)])
    }

    /// Everything that is left.
    public mutating func rest() -> [UInt8] {
        defer { position = bytes.count }
        return [UInt8](bytes[position...])
    }

    /// A blob: byte count u16, then the bytes.
    public mutating func blob() throws(MalformedMessage) -> [UInt8] {
        var inner = try nested()
        return inner.rest()
    }

    /// A blob of UTF-8; what is not UTF-8 becomes U+FFFD.
    public mutating func text() throws(MalformedMessage) -> String {
        let inner = try nested()
        return String(decoding: inner.bytes, as: UTF8.self)
    }

    /// A reader of the next blob's bytes.
    public mutating func nested() throws(MalformedMessage) -> ByteReader {
        let count = Int(try read(UInt16.self))
        guard count <= remaining else { throw malformed }
        defer { position += count }
        return ByteReader(UnsafeRawBufferPointer(rebasing: bytes[position..<(position + count)]), origin: offset)
    }
}
