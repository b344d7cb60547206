import CDongleCore
import DongleProtocol

/// Speed of the two frame decoders, Swift's on the host and C's on the dongle, on the very same
/// bytes.
enum DecoderFigures {
    struct WrongCount: Error {
        let decoder: String
        let frames: Int
        let expected: Int
    }

    /// Bytes that a reader gets at a time on a busy line.
    private static let pieceBytes = 64 * 1024
    private static let rounds = 9

    static func measure() throws -> [Figure] {
        try measure(decodedBytes: 16, targetMBs: Targets.decoderSmallMBs)
            + measure(decodedBytes: 520, targetMBs: Targets.decoderLargeMBs)
    }

    private static func measure(decodedBytes: Int, targetMBs: Double) throws -> [Figure] {
        let stream = FrameStream(decodedBytes: decodedBytes, seed: 0x70657263)
        var swift: [Double] = []
        var core: [Double] = []
        // The decoders take turns, so that other load on the machine affects both; the first turn
        // warms up and does not count.
        for round in 0...rounds {
            let swiftMBs = try rate(stream, "Swift", decodeInSwift)
            let coreMBs = try rate(stream, "C", decodeInC)
            guard round > 0 else { continue }
            swift.append(swiftMBs)
            core.append(coreMBs)
        }
        guard let ofSwift = Spread(swift), let ofCore = Spread(core),
            let ratio = Spread(zip(swift, core).map { $0 / $1 })
        else { return [] }
        let size = "frames of \(decodedBytes) bytes"
        return [
            Figure(
                "Swift frame decoder, \(size)", measured: ofSwift.text("MB/s"), target: "≥ \(targetMBs.text()) MB/s",
                isMet: ofSwift.median >= targetMBs),
            .comparison("C frame decoder, \(size)", measured: ofCore.text("MB/s")),
            .comparison("Swift / C, \(size)", measured: ratio.text("×", decimals: 2)),
        ]
    }

    /// - Returns: Megabytes of the line per second, of 10⁶ bytes each.
    private static func rate(_ stream: FrameStream, _ name: String, _ decode: (FrameStream) -> Int) throws -> Double {
        var frames = 0
        let duration = seconds { frames = decode(stream) }
        guard frames == stream.frames else {
            throw WrongCount(decoder: name, frames: frames, expected: stream.frames)
        }
        return Double(stream.wire.count) / 1e6 / duration
    }

    private static func decodeInSwift(_ stream: FrameStream) -> Int {
        var decoder = FrameDecoder(largestFrame: stream.decodedBytes)
        var frames = 0
        let bytes = stream.wire.span.bytes
        for start in stride(from: 0, to: bytes.byteCount, by: pieceBytes) {
            let piece = bytes.extracting(start..<min(start + pieceBytes, bytes.byteCount))
            decoder.feed(
                piece, onFrame: { _, payload in frames += payload.byteCount == stream.decodedBytes - 12 ? 1 : 0 },
                onRejected: { _, _ in })
        }
        return frames
    }

    private static func decodeInC(_ stream: FrameStream) -> Int {
        struct Counts {
            let wanted: Int
            var frames = 0
        }
        var counts = Counts(wanted: stream.decodedBytes)
        var buffer = [UInt8](repeating: 0, count: stream.decodedBytes)
        buffer.withUnsafeMutableBufferPointer { buffer in
            var decoder = perch_decoder_t()
            perch_decoder_init(&decoder, buffer.baseAddress, buffer.count)
            stream.wire.withUnsafeBufferPointer { wire in
                for start in stride(from: 0, to: wire.count, by: pieceBytes) {
                    let piece = UnsafeBufferPointer(rebasing: wire[start..<min(start + pieceBytes, wire.count)])
                    perch_decoder_feed(
                        &decoder, piece.baseAddress, piece.count,
                        { context, decoder, stretch in
                            guard stretch == PERCH_STRETCH_FRAME, let decoder else { return }
                            let counts = context?.assumingMemoryBound(to: Counts.self)
                            if decoder.pointee.length == counts?.pointee.wanted { counts?.pointee.frames += 1 }
                        }, &counts)
                }
            }
        }
        return counts.frames
    }
}
