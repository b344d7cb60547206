import Randomness
import DongleProtocol
import SimulatedDongle

/// Frames of one size with random payloads, as a line carries them.
struct FrameStream {
    /// Bytes that are measured at a time, approximately: more than the processor's caches hold.
    private static let wireBytes = 16 * 1024 * 1024

    let decodedBytes: Int
    let frames: Int
    let wire: [UInt8]

    /// - Parameter decodedBytes: Size of every frame, header and CRC included, 12...540.
    init(decodedBytes: Int, seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var wire: [UInt8] = []
        wire.reserveCapacity(FrameStream.wireBytes + 1024)
        var frames = 0
        while wire.count < FrameStream.wireBytes {
            let payload = (0..<(decodedBytes - 12)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            let header = FrameHeader(
                kind: .event, session: 0x1234, id: UInt16(truncatingIfNeeded: frames),
                code: EventCode.advertBatch.rawValue)
            FrameEncoder.append(header, payload: payload.span.bytes, to: &wire)
            frames += 1
        }
        self.decodedBytes = decodedBytes
        self.frames = frames
        self.wire = wire
    }
}
