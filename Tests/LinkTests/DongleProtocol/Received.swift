import Randomness
import DongleProtocol

/// Output of a decoder, for comparisons.
enum Received: Hashable {
    case frame(FrameHeader, [UInt8])
    case rejected(Rejection, discarded: Int)
}

/// A decoder that records its output.
struct Recorder {
    var decoder: FrameDecoder
    var received: [Received] = []
    var noise: [UInt8] = []

    init(largestFrame: Int) {
        decoder = FrameDecoder(largestFrame: largestFrame)
    }

    mutating func feed(_ bytes: some Collection<UInt8>) {
        var received: [Received] = []
        var noise: [UInt8] = []
        decoder.feed(
            Array(bytes).span.bytes,
            onFrame: { received.append(.frame($0, $1.array)) },
            onRejected: { received.append(.rejected($0, discarded: $1)) },
            onNoise: { noise += $0.array })
        self.received += received
        self.noise += noise
    }
}

extension RawSpan {
    var array: [UInt8] { withUnsafeBytes { [UInt8]($0) } }
}

extension SplitMix64 {
    /// Returns random bytes of which about `zeros` in 256 are zero.
    mutating func bytes(_ count: Int, zeros: UInt64 = 1) -> [UInt8] {
        (0..<count).map { _ in
            let word = next()
            return word & 0xFF < zeros ? 0 : UInt8(truncatingIfNeeded: word >> 8)
        }
    }
}
