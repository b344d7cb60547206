/// Blocks of a pcapng file. All numbers are little-endian; bodies and options are padded to a
/// multiple of four bytes.
///
/// Source: PCAP Next Generation Capture File Format.
enum PcapngBlock {
    static let sectionHeader: UInt32 = 0x0A0D_0D0A
    static let interface: UInt32 = 1
    static let interfaceStatistics: UInt32 = 5
    static let enhancedPacket: UInt32 = 6

    /// Makes the section header with which a file begins.
    ///
    /// - Parameter comment: Comment of the section; nil = none.
    static func section(application: String, comment: String?) -> [UInt8] {
        var body: [UInt8] = []
        body.append32(0x1A2B_3C4D)
        body.append16(1)
        body.append16(0)
        // The section's length is left open, so that packets can be appended.
        body.append64(.max)
        if let comment { body.appendOption(1, text: comment) }
        body.appendOption(4, text: application)
        body.appendEndOfOptions()
        return block(sectionHeader, body)
    }

    /// Makes an interface block. Interfaces are numbered from 0 in the order of their blocks;
    /// timestamps are in microseconds.
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

    /// Makes a block with the totals of an interface so far.
    ///
    /// - Parameter counts: Numbers of packets, by the code of their option.
    static func statistics(
        interface: Int, microsecondsSince1970: Int64, counts: [(option: UInt16, packets: UInt64)]
    ) -> [UInt8] {
        var body: [UInt8] = []
        body.append32(UInt32(truncatingIfNeeded: interface))
        body.appendTime(microseconds: UInt64(max(0, microsecondsSince1970)))
        for (option, packets) in counts {
            body.append16(option)
            body.append16(8)
            body.append64(packets)
        }
        body.appendEndOfOptions()
        return block(interfaceStatistics, body)
    }

    /// Returns the length of the first whole blocks of `blocks`: as many as fit in `limit` bytes,
    /// and at least one.
    static func prefix(of blocks: ArraySlice<UInt8>, limit: Int) -> Int {
        var end = blocks.startIndex
        while end + 12 <= blocks.endIndex {
            let next = end + max(12, Int(blocks.little32(at: end + 4)))
            if next - blocks.startIndex > limit, end > blocks.startIndex { break }
            end = min(next, blocks.endIndex)
        }
        return end - blocks.startIndex
    }

    /// Returns the number of packets in the blocks.
    static func packets(in blocks: ArraySlice<UInt8>) -> UInt64 {
        var count: UInt64 = 0
        var rest = blocks
        while rest.count >= 12 {
            if rest.little32(at: rest.startIndex) == enhancedPacket { count += 1 }
            rest = rest.dropFirst(max(12, Int(rest.little32(at: rest.startIndex + 4))))
        }
        return count
    }

    /// Makes a block, with its length before and after its body.
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

    /// The upper half of a time comes before the lower half.
    mutating func appendTime(microseconds: UInt64) {
        append32(UInt32(truncatingIfNeeded: microseconds >> 32))
        append32(UInt32(truncatingIfNeeded: microseconds))
    }

    mutating func pad() {
        append(contentsOf: repeatElement(0, count: (4 - count % 4) % 4))
    }

    mutating func appendOption(_ code: UInt16, text: String) {
        // An option's length has 16 bits; names and comments are cut to 1,024 bytes.
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
