/// A block of a pcapng file.
package struct CaptureBlock {
    package let type: UInt32
    /// The whole block, its lengths included.
    package let bytes: ArraySlice<UInt8>

    /// Reads the blocks that are whole, and the number of bytes after them.
    package static func all(in bytes: [UInt8]) -> (blocks: [CaptureBlock], rest: Int) {
        var blocks: [CaptureBlock] = []
        var rest = bytes[...]
        while rest.count >= 12 {
            let length = Int(number(rest.dropFirst(4).prefix(4)))
            guard length >= 12, length <= rest.count else { break }
            let block = rest.prefix(length)
            guard Int(number(block.suffix(4))) == length else { break }
            blocks.append(CaptureBlock(type: UInt32(number(block.prefix(4))), bytes: block))
            rest = rest.dropFirst(length)
        }
        return (blocks, rest.count)
    }

    package var interface: Int { Int(field(0)) }
    package var microseconds: UInt64 { field(4) << 32 | field(8) }
    package var packet: [UInt8] { type == 6 ? Array(body.dropFirst(20).prefix(Int(field(12)))) : [] }

    /// Options of a packet, by their codes.
    package var options: [UInt64: [UInt8]] {
        type == 6 ? Self.options(body.dropFirst(20 + (packet.count + 3) / 4 * 4)) : [:]
    }

    /// Numbers of a statistics block, by the codes of their options.
    package var statistics: [UInt64: UInt64] {
        type == 5 ? Self.options(body.dropFirst(12)).mapValues { Self.number($0[...]) } : [:]
    }

    package func number(ofOption code: UInt64) -> UInt64? { options[code].map { Self.number($0[...]) } }

    private var body: ArraySlice<UInt8> { bytes.dropLast(4).dropFirst(8) }

    private func field(_ offset: Int) -> UInt64 { Self.number(body.dropFirst(offset).prefix(4)) }

    private static func options(_ bytes: ArraySlice<UInt8>) -> [UInt64: [UInt8]] {
        var options: [UInt64: [UInt8]] = [:]
        var rest = bytes
        while rest.count >= 4, number(rest.prefix(2)) != 0 {
            let count = Int(number(rest.dropFirst(2).prefix(2)))
            options[number(rest.prefix(2))] = Array(rest.dropFirst(4).prefix(count))
            rest = rest.dropFirst(4 + (count + 3) / 4 * 4)
        }
        return options
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}
