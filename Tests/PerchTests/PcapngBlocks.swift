import Foundation
import Testing

/// Returns the types of a pcapng file's blocks, in order; the file must be complete.
func pcapngBlocks(_ path: String) throws -> [UInt32] {
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    func number(_ offset: Int) -> UInt32 {
        bytes[offset..<offset + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
    var types: [UInt32] = []
    var offset = 0
    while offset < bytes.count {
        try #require(offset + 12 <= bytes.count)
        let length = Int(number(offset + 4))
        try #require(length >= 12 && offset + length <= bytes.count && Int(number(offset + length - 4)) == length)
        types.append(number(offset))
        offset += length
    }
    return types
}
