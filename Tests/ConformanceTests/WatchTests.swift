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

    @Test("a stretch that is no frame is a breach, and once a dongle starts none until its first frame")
    func text() {
        var watch = judging()
        watch.dongleStarts()
        watch.rejected("short", Array("rst:0x1 (POWERON)".utf8))
        watch.frame(Self.boot, zerosBefore: 1)
        #expect(watch.breaches.isEmpty && watch.rejections == 1)
        watch.rejected("short", Array("log".utf8))
        #expect(watch.breaches[.encoding]?.count == 1)
        #expect(watch.breaches[.encoding]?.first.got.contains("short") == true)
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
