/// Fault in an advert's data, which should be a sequence of AD structures.
///
/// `offset` is the offset of the faulty structure's length byte. The data before it is well formed
/// and kept.
public enum Malformation: Error, Sendable, Hashable {
    /// The structure states `declared` bytes after its length byte, but only `available` follow.
    case lengthPastEnd(offset: Int, declared: Int, available: Int)
    /// A zero length ends the data early, but bytes other than zero follow it.
    case zeroLength(offset: Int)
    /// The structure is complete, but its value is too short for its type, or not a multiple of its
    /// element's size.
    case truncatedField(offset: Int, type: ADType)
}
