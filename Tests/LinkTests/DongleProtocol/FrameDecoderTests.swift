import Randomness
import Testing

@testable import DongleProtocol

@Suite("Frame decoder")
struct FrameDecoderTests {
    static let frame = FrameEncoder.encode(
        FrameHeader(kind: .response, session: 0x1234, id: 1, code: 2), payload: [0, 0, 1, 2, 3, 0, 255, 254, 0])

    @Test("streams of the golden vectors give what they say")
    func streams() throws {
        for vector in try Vectors.load("streams.json") {
            let name = try vector.string("name")
            var recorder = Recorder(largestFrame: try vector.number("largest_frame"))
            recorder.feed(try vector.bytes("wire"))
            #expect(recorder.received == (try Self.expected(vector)), "\(name)")
        }
    }

    @Test("any split of a stream gives the same frames, rejections and noise", arguments: 1...9)
    func splits(size: Int) throws {
        for vector in try Vectors.load("streams.json") {
            let name = try vector.string("name")
            let wire = try vector.bytes("wire")
            var whole = Recorder(largestFrame: try vector.number("largest_frame"))
            whole.feed(wire)
            var split = Recorder(largestFrame: try vector.number("largest_frame"))
            for start in stride(from: 0, to: wire.count, by: size) {
                split.feed(wire[start..<min(start + size, wire.count)])
            }
            #expect(split.received == whole.received, "\(name)")
            // The end of a stretch that is still open may already be known to be noise.
            #expect(split.noise.starts(with: whole.noise) || whole.noise.starts(with: split.noise))
        }
    }

    @Test("a stream split at any one byte gives the same frames and rejections")
    func everySplitPoint() throws {
        for vector in try Vectors.load("streams.json") {
            let name = try vector.string("name")
            let wire = try vector.bytes("wire")
            let expected = try Self.expected(vector)
            for point in 0...min(wire.count, 700) {
                var recorder = Recorder(largestFrame: try vector.number("largest_frame"))
                recorder.feed(wire[..<point])
                recorder.feed(wire[point...])
                #expect(recorder.received == expected, "\(name) at \(point)")
            }
        }
    }

    @Test("a frame with any one bit changed is never taken for a frame")
    func flippedBits() {
        for bit in 8..<((Self.frame.count - 1) * 8) {
            var wire = Self.frame
            wire[bit / 8] ^= 1 << (bit % 8)
            var recorder = Recorder(largestFrame: 268)
            recorder.feed(wire)
            #expect(!recorder.received.isEmpty, "bit \(bit)")
            for case .frame in recorder.received {
                Issue.record("bit \(bit)")
            }
        }
    }

    @Test("rejected bytes come out as noise, without the zeros between them")
    func noise() {
        var recorder = Recorder(largestFrame: 64)
        let text = Array("boot loader, in a text that is longer than any frame of sixty-four bytes may be\r\n".utf8)
        recorder.feed(text + Self.frame + [5, 1, 0])
        #expect(recorder.noise == text + [5, 1])
        #expect(recorder.received.count == 3)
        #expect(recorder.received.first == .rejected(.overflow, discarded: text.count + 1))
        #expect(recorder.received.last == .rejected(.malformed, discarded: 3))
    }

    @Test("endless noise is not kept, and all of it is counted", arguments: [1, 7, 64, 4096])
    func endlessNoise(chunk: Int) {
        var random = SplitMix64(seed: 7)
        var recorder = Recorder(largestFrame: 540)
        var fed = 0
        for _ in 0..<(1 << 18) / chunk {
            let bytes = random.bytes(chunk).map { $0 == 0 ? 1 : $0 }
            recorder.feed(bytes)
            fed += bytes.count
            #expect(recorder.decoder.pendingCount <= 540 + 540 / 254 + 1)
        }
        #expect(recorder.received.isEmpty)
        recorder.feed([0] + Self.frame)
        #expect(recorder.received.first == .rejected(.overflow, discarded: fed + 1))
        #expect(recorder.received.count == 2)
        #expect(recorder.noise.count == fed)
    }

    @Test("random noise between frames costs no frame", arguments: 0..<20 as Range<UInt64>)
    func noiseBetweenFrames(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var recorder = Recorder(largestFrame: 268)
        var sent = 0
        for id in 0..<200 as Range<UInt16> {
            recorder.feed(random.bytes(Int(random.next() % 400), zeros: random.next() % 64))
            let header = FrameHeader(kind: .event, session: 9, id: id)
            recorder.feed(FrameEncoder.encode(header, payload: random.bytes(Int(random.next() % 257), zeros: 40)))
            sent += 1
        }
        let ids = recorder.received.compactMap { event in
            if case .frame(let header, _) = event { header.id } else { nil }
        }
        #expect(ids == Array(0..<UInt16(sent)))
    }

    @Test("after a reset nothing is left of what had begun")
    func reset() {
        var recorder = Recorder(largestFrame: 268)
        recorder.feed(Self.frame.dropLast(3))
        recorder.decoder.reset()
        recorder.feed([UInt8](repeating: 1, count: 400))
        recorder.decoder.reset()
        recorder.feed(Self.frame.dropFirst())
        #expect(recorder.received.count == 1)
        if case .frame? = recorder.received.first {} else { Issue.record("no frame") }
    }

    private static func expected(_ vector: JSON) throws -> [Received] {
        try vector.array("expected").map { event in
            if event["frame"] != nil {
                let decoded = try event.bytes("frame")
                let header = try decoded.withUnsafeBytes { bytes in
                    FrameHeader(at: try #require(bytes.baseAddress))
                }
                return .frame(header, Array(decoded[8..<(decoded.count - 4)]))
            }
            let reasons: [String: Rejection] = [
                "overflow": .overflow, "malformed": .malformed, "short": .short, "crc": .crc,
            ]
            return .rejected(
                try #require(reasons[try event.string("rejected")]), discarded: try event.number("discarded"))
        }
    }
}
