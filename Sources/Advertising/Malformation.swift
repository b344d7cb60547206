/// Why an advert's data is not entirely a sequence of AD structures.
///
/// `offset` is that of the offending structure's length byte. What lies before it was well formed and is kept.
public enum Malformation: Error, Sendable, Hashable {
    /// The structure claims `declared` bytes after its length byte; only `available` follow.
    case lengthPastEnd(offset: Int, declared: Int, available: Int)
    /// A zero length ends the data early, yet bytes other than zero follow it.
    case zeroLength(offset: Int)
    /// The structure is whole, but its value is too short for its type, or no multiple of its element's size.
    case truncatedField(offset: Int, type: ADType)
}
