/// A connection slot and its generation. The generation keeps a late event from being applied to a
/// newer connection. Source: SPEC.md 10.1.
public struct Connection: WireMessage {
    /// Index of the slot, 0...31.
    public var slot: UInt8
    /// Counter of the CONNECT requests that took the slot, modulo 256.
    public var generation: UInt8

    public init(slot: UInt8, generation: UInt8) {
        self.slot = slot
        self.generation = generation
    }

    init(word: UInt16) {
        slot = UInt8(truncatingIfNeeded: word)
        generation = UInt8(word >> 8)
    }

    public init(from reader: inout ByteReader) throws(MalformedMessage) {
        self.init(word: try reader.read())
    }

    public func encode(to writer: inout ByteWriter) {
        writer.write(slot)
        writer.write(generation)
    }
}
