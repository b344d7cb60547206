import NIOCore

/// The adverts of a batch as lines, one for each advert, in order.
package struct EncodedLines: Sendable {
    /// The lines, one after another. Copies share the buffer.
    package let bytes: ByteBuffer
    /// End of each line, in bytes from the start; a line begins where the previous one ends.
    package let ends: [Int]

    package init(bytes: ByteBuffer, ends: [Int]) {
        self.bytes = bytes
        self.ends = ends
    }
}
