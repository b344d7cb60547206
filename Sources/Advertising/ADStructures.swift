/// One AD structure's place inside an advert's data.
public struct ADStructure: Sendable, Hashable {
    /// What the value means.
    public let type: ADType
    /// Offsets of the value's bytes, always inside the data that was walked. May be empty.
    public let value: Range<Int>

    /// Offset of the length byte.
    public var offset: Int { value.lowerBound - 2 }
}

/// A walk over the AD structures of an advert's data. Allocates nothing and traps on no input.
///
///     +--------+--------+----------------------+
///     | length |  type  | value, length - 1 B  |  repeated; zeros may follow as padding
///     +--------+--------+----------------------+
///
/// The walk holds only its position, so each call is given the same data again.
///
/// Source: Core Specification, Vol 3, Part C, 11.
public struct ADStructures: Sendable {
    private var offset = 0

    /// What ended the walk early: ``Malformation/lengthPastEnd(offset:declared:available:)`` or
    /// ``Malformation/zeroLength(offset:)``. Nil until the walk has met it, and for well-formed data.
    public private(set) var malformation: Malformation?

    /// A walk that begins at the first byte of the data.
    public init() {}

    /// The next well-formed structure, or nil at the end of the well-formed part.
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
