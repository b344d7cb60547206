/// Position of one AD structure in an advert's data.
public struct ADStructure: Sendable, Hashable {
    /// Type of the value.
    public let type: ADType
    /// Offsets of the value's bytes, always inside the data. May be empty.
    public let value: Range<Int>

    /// Offset of the length byte.
    public var offset: Int { value.lowerBound - 2 }
}

/// An iterator over the AD structures of an advert's data. Allocates nothing, and accepts any input
/// without a trap.
///
///     +--------+--------+----------------------+
///     | length |  type  | value, length - 1 B  |  repeated; zeros may follow as padding
///     +--------+--------+----------------------+
///
/// The iterator stores only its position, so each call is given the same data again.
///
/// Source: Core Specification, Vol 3, Part C, 11.
public struct ADStructures: Sendable {
    private var offset = 0

    /// Fault that ended the iteration early:
    /// ``Malformation/lengthPastEnd(offset:declared:available:)`` or
    /// ``Malformation/zeroLength(offset:)``. Nil until it is reached, and for well-formed data.
    public private(set) var malformation: Malformation?

    /// Starts at the first byte of the data.
    public init() {}

    /// Returns the next well-formed structure; nil at the end of the well-formed part.
    public mutating func next(in data: RawSpan) -> ADStructure? {
        guard offset < data.byteCount else { return nil }
        let start = offset
        let length = Int(data.byte(at: start))
        if length == 0 {
            offset = data.byteCount
            for index in start..<data.byteCount where data.byte(at: index) != 0 {
                malformation = .zeroLength(offset: start)
                break
            }
            return nil
        }
        let available = data.byteCount - start - 1
        guard length <= available else {
            offset = data.byteCount
            malformation = .lengthPastEnd(offset: start, declared: length, available: available)
            return nil
        }
        offset = start + 1 + length
        return ADStructure(type: ADType(rawValue: data.byte(at: start + 1)), value: start + 2..<offset)
    }
}
