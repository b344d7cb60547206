/// The blocks that a pcapng file consists of. All numbers are little-endian; bodies and options are padded to four bytes.
///
/// Source: PCAP Next Generation Capture File Format.
enum PcapngBlock {
    static let sectionHeader: UInt32 = 0x0A0D_0D0A
    static let interface: UInt32 = 1
    static let interfaceStatistics: UInt32 = 5
    static let enhancedPacket: UInt32 = 6

    /// The section header that a file begins with.
    ///
    /// - Parameter comment: Nil where there is nothing to say.
    static func section(application: String, comment: String?) -> [UInt8] {
        var body: [UInt8] = []
        body.append32(0x1A2B_3C4D)
        body.append16(1)
        body.append16(0)
        // The section's length is not stated, so that packets can be appended.
        body.append64(.max)
        if let comment { body.appendOption(1, text: comment) }
        body.appendOption(4, text: application)
        body.appendEndOfOptions()
        return block(sectionHeader, body)
    }

    /// An interface, whose number is that of the interfaces before it. Its timestamps count microseconds.
    static func interface(linkType: UInt16, name: String, description: String) -> [UInt8] {
        var body: [UInt8] = []
        body.append16(linkType)
        body.append16(0)
        // No limit on a packet's length.
        body.append32(0)
        body.appendOption(2, text: name)
        body.appendOption(3, text: description)
        body.appendOption(9, value: [6])
        body.appendEndOfOptions()
        return block(interface, body)
    }

    /// How many bytes the first whole blocks of `blocks` take, as many as `limit` bytes hold, and at least one.
    static func prefix(of blocks: ArraySlice<UInt8>, limit: Int) -> Int {
        var end = blocks.startIndex
        while end + 12 <= blocks.endIndex {
            let next = end + max(12, Int(blocks.little32(at: end + 4)))
            if next - blocks.startIndex > limit, end > blocks.startIndex { break }
            end = min(next, blocks.endIndex)
        }
        return end - blocks.startIndex
    }

    /// How many packets are among the blocks.
    static func packets(in blocks: ArraySlice<UInt8>) -> UInt64 {
        var count: UInt64 = 0
        var rest = blocks
        while rest.count >= 12 {
            if rest.little32(at: rest.startIndex) == enhancedPacket { count += 1 }
            rest = rest.dropFirst(max(12, Int(rest.little32(at: rest.startIndex + 4))))
        }
        return count
    }

    /// A block's length stands before and after its body.
    static func block(_ type: UInt32, _ body: [UInt8]) -> [UInt8] {
        let length = UInt32(body.count + 12)
        var block: [UInt8] = []
        block.reserveCapacity(body.count + 12)
        block.append32(type)
        block.append32(length)
        block += body
        block.append32(length)
        return block
    }
}

extension ArraySlice<UInt8> {
    fileprivate func little32(at index: Int) -> UInt32 {
        withUnsafeBytes {
            UInt32(littleEndian: $0.loadUnaligned(fromByteOffset: index - startIndex, as: UInt32.self))
        }
    }
}

extension [UInt8] {
    mutating func append16(_ value: UInt16) {
        Swift.withUnsafeBytes(of: value.littleEndian) { append(contentsOf: $0) }
    }

    mutating func append32(_ value: UInt32) {
        Swift.withUnsafeBytes(of: value.littleEndian) { append(contentsOf: $0) }
    }

    mutating func append64(_ value: UInt64) {
        Swift.withUnsafeBytes(of: value.littleEndian) { append(contentsOf: $0) }
    }

    /// The upper half of a time stands before the lower one.
    mutating func appendTime(microseconds: UInt64) {
        append32(UInt32(truncatingIfNeeded: microseconds >> 32))
        append32(UInt32(truncatingIfNeeded: microseconds))
    }

    mutating func pad() {
        append(contentsOf: repeatElement(0, count: (4 - count % 4) % 4))
    }

    mutating func appendOption(_ code: UInt16, text: String) {
        // An option's length has 16 bits; no name or comment is worth that many.
        appendOption(code, value: [UInt8](text.utf8.prefix(1024)))
    }

    mutating func appendOption(_ code: UInt16, value: [UInt8]) {
        append16(code)
        append16(UInt16(value.count))
        self += value
        pad()
    }

    mutating func appendEndOfOptions() {
        append32(0)
    }
}
