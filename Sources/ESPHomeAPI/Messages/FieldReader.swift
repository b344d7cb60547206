/// Fields of one protobuf message, in the order of the wire. Unknown fields are kept and can be ignored.
///
/// ```
/// key varint: number << 3 | wire type
///   0 varint   1 eight bytes   2 length varint, bytes   5 four bytes
/// ```
///
/// Source: protobuf.dev/programming-guides/encoding.
struct FieldReader: Sendable, Hashable {
    /// Reason why bytes are not a message.
    enum Fault: Error, Sendable, Hashable {
        /// The bytes end within a field.
        case truncated
        /// A varint is longer than ten bytes, or a field has number 0 or a wire type that protobuf does not use.
        case malformed
    }

    private enum Value: Sendable, Hashable {
        case number(UInt64)
        case bytes(ArraySlice<UInt8>)
    }

    private var fields: [(number: UInt64, value: Value)] = []

    init(_ payload: ArraySlice<UInt8>) throws(Fault) {
        var rest = payload
        while !rest.isEmpty {
            let key = try Varint.take(&rest)
            guard key >> 3 > 0 else { throw .malformed }
            switch key & 7 {
            case 0: fields.append((key >> 3, .number(try Varint.take(&rest))))
            case 1: fields.append((key >> 3, .bytes(try FieldReader.take(8, &rest))))
            case 2:
                let length = try Varint.take(&rest)
                guard length <= UInt64(rest.count) else { throw .truncated }
                fields.append((key >> 3, .bytes(try FieldReader.take(Int(length), &rest))))
            case 5: fields.append((key >> 3, .bytes(try FieldReader.take(4, &rest))))
            default: throw .malformed
            }
        }
    }

    private static func take(_ count: Int, _ rest: inout ArraySlice<UInt8>) throws(Fault) -> ArraySlice<UInt8> {
        guard count <= rest.count else { throw .truncated }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    static func == (left: FieldReader, right: FieldReader) -> Bool {
        left.fields.elementsEqual(right.fields) { $0 == $1 }
    }

    func hash(into hasher: inout Hasher) {
        for field in fields { hasher.combine(field.number) }
    }

    /// Returns the last number in a field; 0 if it is absent, as proto3 leaves out zeros.
    func number(_ field: UInt64) -> UInt64 {
        for (number, value) in fields.reversed() where number == field {
            if case .number(let found) = value { return found }
        }
        return 0
    }

    func flag(_ field: UInt64) -> Bool { number(field) != 0 }

    /// Returns the last bytes in a field; empty if it is absent.
    func bytes(_ field: UInt64) -> [UInt8] {
        for (number, value) in fields.reversed() where number == field {
            if case .bytes(let found) = value { return Array(found) }
        }
        return []
    }

    /// Returns every value of a repeated field of bytes or messages.
    func all(_ field: UInt64) -> [ArraySlice<UInt8>] {
        fields.compactMap { field == $0.number ? $0.value : nil }.compactMap {
            if case .bytes(let found) = $0 { found } else { nil }
        }
    }
}

/// Numbers of seven bits a byte, least significant first; all bytes but the last have the upper bit set.
enum Varint {
    /// Removes a varint of at most ten bytes.
    static func take(_ rest: inout ArraySlice<UInt8>) throws(FieldReader.Fault) -> UInt64 {
        var value: UInt64 = 0
        for (place, byte) in rest.prefix(10).enumerated() {
            value |= UInt64(byte & 0x7F) << (7 * UInt64(place))
            guard byte & 0x80 == 0 else { continue }
            rest = rest.dropFirst(place + 1)
            return value
        }
        throw rest.count < 10 ? .truncated : .malformed
    }

    static func append(_ value: UInt64, to bytes: inout [UInt8]) {
        var rest = value
        while rest > 0x7F {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }
}
