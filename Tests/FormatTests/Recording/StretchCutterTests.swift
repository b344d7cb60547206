import Randomness
import Testing

@testable import Recording

@Suite("stretches of a serial line") struct StretchCutterTests {
    private func cut(_ bytes: [UInt8], by size: Int) -> (stretches: [[UInt8]], unfinished: [UInt8]) {
        var cutter = StretchCutter()
        var stretches: [[UInt8]] = []
        for start in stride(from: 0, to: bytes.count, by: size) {
            let piece = Array(bytes[start..<min(start + size, bytes.count)])
            piece.withUnsafeBytes { piece in cutter.feed(piece) { stretches.append([UInt8]($0)) } }
        }
        return (stretches, cutter.unfinished)
    }

    @Test("a stretch has the zeros before it and the one that closes it", arguments: 1...9)
    func stretches(size: Int) {
        let (stretches, unfinished) = cut([0, 1, 2, 0, 0, 3, 0, 4, 5, 0, 0, 0, 6, 0, 0, 7], by: size)
        #expect(stretches == [[0, 1, 2, 0], [0, 3, 0], [4, 5, 0], [0, 0, 6, 0]])
        #expect(unfinished == [0, 7])
    }

    @Test("no byte is lost or changed, whatever comes and however it is split", arguments: 1...40)
    func whole(seed: Int) {
        var generator = SplitMix64(seed: UInt64(seed))
        let bytes = (0..<20_000).map { _ in
            // Odd and even seeds give short and long stretches, since the range of bytes differs.
            UInt8.random(in: 0...255, using: &generator) & (seed.isMultiple(of: 2) ? 0xFF : 0x03)
        }
        let (stretches, unfinished) = cut(bytes, by: 1 + seed * 37)
        #expect(stretches.flatMap { $0 } + unfinished == bytes)
        #expect(stretches.allSatisfy { $0.count <= StretchCutter.longestPiece })
        #expect(stretches == cut(bytes, by: 1).stretches)
    }

    @Test("what no zero ends is handed out in pieces, and the zero that comes at last still closes it")
    func endless() {
        let noise = [UInt8](repeating: 7, count: 10_000)
        let (stretches, unfinished) = cut(noise + [0, 0, 8, 0], by: 999)
        let limit = StretchCutter.longestPiece
        #expect(stretches.map(\.count) == [limit, limit, 10_000 - 2 * limit + 1, 3])
        #expect(unfinished.isEmpty)
    }

    @Test("a stretch that was handed out unfinished goes on where it was")
    func flush() {
        var cutter = StretchCutter()
        var stretches: [[UInt8]] = []
        for piece: [UInt8] in [[0, 1, 2], [3, 0, 0, 4, 0]] {
            piece.withUnsafeBytes { piece in cutter.feed(piece) { stretches.append([UInt8]($0)) } }
            cutter.flush { stretches.append([UInt8]($0)) }
        }
        #expect(stretches == [[0, 1, 2], [3, 0], [0, 4, 0]])
    }
}
