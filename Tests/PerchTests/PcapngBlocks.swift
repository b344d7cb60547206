import Foundation
import TestSupport
import Testing

/// Returns the types of a pcapng file's blocks, in order; the file must be complete.
func pcapngBlocks(_ path: String) throws -> [UInt32] {
    let (blocks, rest) = CaptureBlock.all(in: [UInt8](try Data(contentsOf: URL(fileURLWithPath: path))))
    try #require(rest == 0)
    return blocks.map(\.type)
}
