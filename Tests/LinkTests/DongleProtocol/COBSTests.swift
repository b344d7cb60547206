import Randomness
import Testing

@testable import DongleProtocol

@Suite("COBS")
struct COBSTests {
    @Test("every length of a run of non-zero bytes decodes to itself", arguments: [0...20, 250...260, 505...515])
    func runs(lengths: ClosedRange<Int>) {
        for length in lengths {
            let run = [UInt8](repeating: 0xAA, count: length)
            for data in [run, run + [0], [0] + run, run + [0] + run, run + [0, 0]] {
                let encoded = COBS.encode(data.span.bytes)
                #expect(!encoded.contains(0))
                #expect(encoded.count <= COBS.largestEncodedSize(of: data.count))
                #expect(Self.decode(encoded, limit: data.count) == data)
            }
        }
    }

    @Test("a full block at the end is not followed by an empty one, but may be")
    func fullLastBlock() {
        let run = [UInt8](repeating: 7, count: 254)
        #expect(COBS.encode(run.span.bytes) == [0xFF] + run)
        #expect(Self.decode([0xFF] + run, limit: 254) == run)
        #expect(Self.decode([0xFF] + run + [0x01], limit: 254) == run)
    }

    @Test("the distance to the first zero is exact at every place and limit")
    func distance() {
        for zero in 0..<40 {
            var bytes = [UInt8](repeating: 0x01, count: 48)
            bytes[zero] = 0
            bytes[zero + 1] = 0x80
            for limit in 0...40 {
                let found = bytes.withUnsafeBytes { buffer in
                    buffer.baseAddress.map { COBS.distanceToZero($0, limit: limit) }
                }
                #expect(found == min(zero, limit))
            }
        }
    }

    @Test("decoding writes nothing behind its limit, whatever the bytes are", arguments: 0..<16 as Range<UInt64>)
    func bound(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        for _ in 0..<500 {
            let limit = 12 + Int(random.next() % 300)
            let small = random.next() % 2 == 0
            let stretch = random.bytes(Int(random.next() % 700)).map { small ? $0 % 4 + 1 : max($0, 1) }
            var output = [UInt8](repeating: 0xEE, count: limit + 300)
            let result = output.withUnsafeMutableBytes { buffer in
                stretch.withUnsafeBytes {
                    COBS.decode($0, to: UnsafeMutableRawBufferPointer(rebasing: buffer[..<limit]))
                }
            }
            #expect(output[limit...].allSatisfy { $0 == 0xEE })
            if case .bytes(let count) = result { #expect(count <= limit) }
        }
    }

    private static func decode(_ encoded: [UInt8], limit: Int) -> [UInt8]? {
        var output = [UInt8](repeating: 0xEE, count: max(limit, 1))
        let result = output.withUnsafeMutableBytes { buffer in
            encoded.withUnsafeBytes { COBS.decode($0, to: buffer) }
        }
        guard case .bytes(let count) = result else { return nil }
        return Array(output[..<count])
    }
}
