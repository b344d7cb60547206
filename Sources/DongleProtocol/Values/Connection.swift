/// A connection slot and how often it had been taken; so that a late event cannot hit a newer connection. Source: SPEC.md 10.1.
public struct Connection: WireMessage {
    /// 0...31.
    public var slot: UInt8
    /// Grows by one, modulo 256, each time a CONNECT takes the slot.
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
