import NIOCore

/// The adverts of a batch as lines, one for each advert, in order.
package struct EncodedLines: Sendable {
    /// The lines one behind the other. Copies share it.
    package let bytes: ByteBuffer
    /// Where each line ends, in bytes from the start; it begins where the one before ends.
    package let ends: [Int]

    package init(bytes: ByteBuffer, ends: [Int]) {
        self.bytes = bytes
        self.ends = ends
    }
}
