import Randomness
import DongleProtocol
import Testing

@Suite("Frame encoder")
struct FrameEncoderTests {
    @Test("frames of the golden vectors are encoded and decoded as they say")
    func frames() throws {
        for vector in try Vectors.load("frames.json") {
            let name = try vector.string("name")
            let header = FrameHeader(
                major: try vector.number("major"), kind: FrameKind(rawValue: try vector.number("kind")),
                flags: try vector.number("flags"), session: try vector.number("session"), id: try vector.number("id"),
                code: try vector.number("code"))
            let payload = try vector.bytes("payload")
            let wire = try vector.bytes("wire")
            if try vector.bool("canonical") {
                #expect(FrameEncoder.encode(header, payload: payload) == wire, "\(name)")
                #expect(wire.count <= FrameEncoder.largestEncodedSize(payloadCount: payload.count), "\(name)")
            }
            var recorder = Recorder(largestFrame: 540)
            recorder.feed(wire)
            #expect(recorder.received == [.frame(header, payload)], "\(name)")
        }
    }

    @Test(
        "what is encoded decodes to itself, whatever the header, length and share of zeros",
        arguments: 0..<50 as Range<UInt64>)
    func roundTrip(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var wire: [UInt8] = []
        var sent: [Received] = []
        for _ in 0..<60 {
            let word = random.next()
            let header = FrameHeader(
                major: UInt8(word & 15), kind: FrameKind(rawValue: UInt8(word >> 4 & 15)),
                flags: UInt8(word >> 8 & 255),
                session: UInt16(word >> 16 & 0xFFFF), id: UInt16(word >> 32 & 0xFFFF), code: UInt16(word >> 48))
            let payload = random.bytes(Int(random.next() % 1500), zeros: [0, 1, 20, 256][Int(random.next() % 4)])
            let before = wire.count
            let size = FrameEncoder.append(header, payload: payload.span.bytes, to: &wire)
            #expect(wire.count == before + size)
            #expect(size <= FrameEncoder.largestEncodedSize(payloadCount: payload.count))
            #expect(wire[before] == 0 && !wire[(before + 1)..<(wire.count - 1)].contains(0) && wire.last == 0)
            sent.append(.frame(header, payload))
        }
        var recorder = Recorder(largestFrame: 1512)
        recorder.feed(wire)
        #expect(recorder.received == sent)
    }

    @Test("the largest encoded sizes are those of the specification's limits")
    func limits() {
        #expect(FrameEncoder.largestEncodedSize(payloadCount: 528) == 545)
        #expect(FrameEncoder.largestEncodedSize(payloadCount: 256) == 272)
    }
}
