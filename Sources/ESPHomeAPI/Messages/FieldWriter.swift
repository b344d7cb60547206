/// Writes one protobuf message. As in proto3, zeros and empty values are left out.
struct FieldWriter: Sendable {
    private(set) var bytes: [UInt8] = []

    init(_ write: (inout FieldWriter) -> Void = { _ in }) {
        write(&self)
    }

    mutating func number(_ field: UInt64, _ value: UInt64) {
        guard value != 0 else { return }
        Varint.append(field << 3, to: &bytes)
        Varint.append(value, to: &bytes)
    }

    mutating func number(_ field: UInt64, _ value: some BinaryInteger) {
        // An int32 below zero is sign-extended to ten bytes.
        number(field, UInt64(truncatingIfNeeded: Int64(truncatingIfNeeded: value)))
    }

    /// Writes an sint32: zigzag, so that small numbers below zero are short.
    mutating func zigzag(_ field: UInt64, _ value: Int32) {
        number(field, UInt64(UInt32(bitPattern: value << 1 ^ value >> 31)))
    }

    mutating func flag(_ field: UInt64, _ value: Bool) { number(field, value ? 1 : 0) }

    mutating func text(_ field: UInt64, _ value: String) { self.bytes(field, Array(value.utf8)) }

    mutating func bytes(_ field: UInt64, _ value: [UInt8]) {
        if !value.isEmpty { embedded(field, value) }
    }

    /// Writes a message, or one member of a repeated field, which is written even if it is empty.
    mutating func message(_ field: UInt64, _ write: (inout FieldWriter) -> Void) {
        embedded(field, FieldWriter(write).bytes)
    }

    /// Writes a repeated field of numbers, packed.
    mutating func numbers(_ field: UInt64, _ values: [UInt64]) {
        guard !values.isEmpty else { return }
        var packed: [UInt8] = []
        for value in values { Varint.append(value, to: &packed) }
        embedded(field, packed)
    }

    private mutating func embedded(_ field: UInt64, _ value: [UInt8]) {
        Varint.append(field << 3 | 2, to: &bytes)
        Varint.append(UInt64(value.count), to: &bytes)
        bytes += value
    }
}
