import Randomness
@testable import DongleLink
import DongleProtocol
import TestSupport
import SimulatedDongle
import Testing

@Suite struct HostileFrameTests {
    @Test("any well-formed frame with any content leaves the link able to work", arguments: [1, 2, 3, 4] as [UInt64])
    func anything(seed: UInt64) throws {
        let link = try VirtualLink(scenario: .named("empty"), seed: seed)
        #expect(link.start())
        var random = SplitMix64(seed: seed)
        for _ in 0..<5000 {
            let header = FrameHeader(
                major: [0, 1, 1, 1, 2].randomElement(using: &random) ?? 1,
                kind: FrameKind(rawValue: UInt8.random(in: 0...15, using: &random)),
                flags: [0, 0, 0, 1, 0x10].randomElement(using: &random) ?? 0,
                session: Bool.random(using: &random)
                    ? link.liveSession : UInt16.random(in: 0...UInt16.max, using: &random),
                id: UInt16.random(in: 0...40, using: &random),
                code: [1, 2, 3, 7, 9, 0x101, 0x201, 0x302, 0x8001, 0x8002].randomElement(using: &random) ?? 1)
            let length = Int.random(in: 0...80, using: &random)
            let payload = (0..<length).map { _ in UInt8.random(in: 0...UInt8.max, using: &random) }
            link.inject(FrameEncoder.encode(header, payload: payload))
            if Int.random(in: 0..<50, using: &random) == 0 { link.run(for: .milliseconds(20)) }
        }
        // Forged frames may have ended the session; the link recovers by itself.
        var answered = false
        for _ in 0..<20 where !answered {
            link.run(for: .seconds(5))
            answered = (try? link.answer(InfoRequest())) != nil
        }
        #expect(answered)
    }

    @Test("noise without end is held in bounded memory and counted")
    func noise() throws {
        let link = try VirtualLink(scenario: .named("empty"))
        #expect(link.start())
        var random = SplitMix64(seed: 9)
        for _ in 0..<200 {
            link.inject((0..<5000).map { _ in UInt8.random(in: 0...UInt8.max, using: &random) })
        }
        let statistics = link.session.statistics
        #expect(
            statistics.rejectedCRC + statistics.rejectedShort + statistics.rejectedMalformed
                + statistics.rejectedOverflow > 1000)
        #expect(link.session.consoleNoise.count <= 4096)
        link.inject([0])
        #expect(try link.answer(PingRequest()) != nil)
    }
}
