import NIOCore

/// The adverts of a batch as lines, one for each advert, in order.
public struct EncodedLines: Sendable {
    /// The lines one behind the other. Copies share it.
    public let bytes: ByteBuffer
    /// Where each line ends, in bytes from the start; it begins where the one before ends.
    public let ends: [Int]

    public init(bytes: ByteBuffer, ends: [Int]) {
        self.bytes = bytes
        self.ends = ends
    }
}
