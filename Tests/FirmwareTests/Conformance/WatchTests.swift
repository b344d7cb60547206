import DongleProtocol
import Testing

@testable import Conformance

struct WatchTests {
    private static let boot = SeenFrame(
        header: FrameHeader(kind: .boot, session: 0), payload: [], at: ContinuousClock.now)

    private func judging() -> Watch {
        var watch = Watch()
        watch.isJudging = true
        return watch
    }

    @Test("a stretch that is neither frame nor text is a breach, and once a dongle starts none until its first frame")
    func text() {
        var watch = judging()
        watch.dongleRestarts(from: 7)
        watch.rejected("short", Array("rst:0x1 (POWERON)".utf8))
        watch.frame(Self.boot, zerosBefore: 1)
        #expect(watch.breaches.isEmpty && watch.rejections == 1)
        watch.rejected("short", Array("I (307) text of a console\r\n".utf8))
        #expect(watch.breaches.isEmpty && watch.rejections == 2)
        watch.rejected("short", [0x11, 0x02])
        #expect(watch.breaches[.encoding]?.count == 1)
        #expect(watch.breaches[.encoding]?.first.got.contains("short") == true)
    }

    @Test("what the start that ends still sends is not yet the end of the text")
    func textBehindFrames() throws {
        var watch = judging()
        watch.frame(Self.boot, zerosBefore: 2)
        watch.dongleRestarts(from: 7)
        let frames = [
            FrameHeader(kind: .event, session: 3, code: EventCode.advertBatch.rawValue),
            FrameHeader(kind: .response, session: 4, code: Operation.hello.rawValue),
        ].map { SeenFrame(header: $0, payload: hello(bootID: 7), at: .now) }
        for frame in frames {
            watch.frame(frame, zerosBefore: 2)
            watch.rejected("short", Array("rst:0x3 (SW_RESET)".utf8))
        }
        let reply = SeenFrame(header: frames[1].header, payload: hello(bootID: 8), at: .now)
        watch.frame(reply, zerosBefore: 1)
        #expect(watch.breaches.isEmpty)
        watch.rejected("short", [0x11, 0x02])
        #expect(watch.breaches[.encoding]?.count == 1)
    }

    private func hello(bootID: UInt32) -> [UInt8] {
        HelloReply(
            status: .ok, nonce: 1, major: 1, minor: 0, bootID: bootID, resetReason: .requested, slots: 1,
            maxInflight: 1, uptimeMs: 0, deviceID: DeviceID(rawValue: 1), largestPayloadToDongle: 64,
            largestPayloadToHost: 64, rxWindow: 128, largestMTU: 23, features: [], probe: []
        ).encoded()
    }

    @Test("between two frames stand two zeros, and behind what is no frame one")
    func delimiters() {
        var watch = judging()
        watch.frame(Self.boot, zerosBefore: 1)
        #expect(watch.breaches[.delimiters] == nil)
        watch.frame(Self.boot, zerosBefore: 1)
        #expect(watch.breaches[.delimiters]?.count == 1)
        watch.frame(Self.boot, zerosBefore: 2)
        watch.rejected("crc", [1])
        watch.frame(Self.boot, zerosBefore: 1)
        #expect(watch.breaches[.delimiters]?.count == 1)
    }

    @Test("nothing is judged before the session is ours")
    func notYet() {
        var watch = Watch()
        watch.rejected("crc", [1])
        watch.frame(Self.boot, zerosBefore: 0)
        #expect(watch.breaches.isEmpty && watch.frames == 1 && watch.rejections == 1)
    }
}
