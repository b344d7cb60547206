/// Writes little-endian fields one after another.
public struct ByteWriter {
    /// Bytes written so far.
    public private(set) var bytes: [UInt8] = []

    public init() {}

    /// Writes one byte.
    public mutating func write(_ value: UInt8) { bytes.append(value) }
    /// Writes two bytes, least significant first.
    public mutating func write(_ value: UInt16) { append(value) }
    /// Writes four bytes, least significant first.
    public mutating func write(_ value: UInt32) { append(value) }
    /// Writes eight bytes, least significant first.
    public mutating func write(_ value: UInt64) { append(value) }
    /// Writes one byte (two's complement).
    public mutating func write(_ value: Int8) { bytes.append(UInt8(bitPattern: value)) }
    /// Writes four bytes (two's complement), least significant first.
    public mutating func write(_ value: Int32) { append(UInt32(bitPattern: value)) }
    /// Writes a code's number.
    public mutating func write<Code: WireCode>(_ code: Code) { append(code.rawValue) }
    /// Writes a value that has its own layout.
    public mutating func write<Value: WireMessage>(_ value: Value) { value.encode(to: &self) }

    /// Writes values one after another.
    mutating func writeAll<Value: WireMessage>(_ values: [Value]) {
        for value in values {
            value.encode(to: &self)
        }
    }

    /// Writes reserved bytes as zeros.
    public mutating func reserve(_ count: Int) {
        bytes.append(contentsOf: repeatElement(0, count: count))
    }

    /// Writes bytes without a count.
    public mutating func write(_ value: [UInt8]) {
        bytes.append(contentsOf: value)
    }

    /// Writes a blob: byte count u16, then the bytes.
    ///
    /// If there are more than 65,535 bytes, the count is wrong. Such a payload is larger than any
    /// frame, so it cannot be sent.
    public mutating func blob(_ value: [UInt8]) {
        write(UInt16(truncatingIfNeeded: value.count))
        write(value)
    }

    /// Writes a blob of UTF-8.
    public mutating func text(_ value: String) {
        blob([UInt8](value.utf8))
    }

    /// Writes a blob with the bytes that `body` writes.
    public mutating func nested(_ body: (inout ByteWriter) -> Void) {
        var inner = ByteWriter()
        body(&inner)
        blob(inner.bytes)
    }

    private mutating func append<T: FixedWidthInteger>(_ value: T) {
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }
}
