import FlockFinder
import Testing

struct ConfigReceiverTests {
    private func take(_ texts: [String]) -> [ConfigReceiver.Event] {
        var receiver = ConfigReceiver()
        return texts.compactMap { receiver.take(Array($0.utf8)) }
    }

    private func received(_ text: String, _ parts: [Int], isFramed: Bool) -> ConfigReceiver.Event {
        .config(.init(bytes: Array(text.utf8), parts: parts, isFramed: isFramed))
    }

    @Test("a config comes in one piece, behind a word, or between markers")
    func forms() {
        #expect(take([#"{"v":1}"#]) == [received(#"{"v":1}"#, [7], isFramed: false)])
        #expect(take([#"CONFIG:{"v":1}"#]) == [received(#"{"v":1}"#, [14], isFramed: false)])
        #expect(
            take(["CONFIG_START", #"{"v""#, ":1}", "CONFIG_END"]) == [received(#"{"v":1}"#, [4, 3], isFramed: true)])
    }

    @Test("markers are markers with NULs behind them")
    func nuls() {
        #expect(
            take(["CONFIG_START\0", #"{"v""#, ":1}", "CONFIG_END\0"]) == [
                received(#"{"v":1}"#, [4, 3], isFramed: true)
            ])
        #expect(take(["\0", "CONFIG_STARTS\0"]) == [.stray([0]), .stray(Array("CONFIG_STARTS\0".utf8))])
    }

    @Test("a reply is told from data, in the middle of a config as well")
    func replies() {
        let reply = #"{"evt":"CONFIG_UPDATED","success":true,"msg":"ok","ts":1234}"#
        let events = take(["CONFIG_START", #"{"v""#, reply, ":1}", "CONFIG_END", reply])
        #expect(events.count == 3)
        guard case .reply(let first) = events[0], case .reply = events[2] else {
            Issue.record("not a reply: \(events)")
            return
        }
        #expect(first.event == .updated && first.isSuccess && first.message == "ok" && first.uptimeMs == 1234)
        #expect(events[1] == received(#"{"v":1}"#, [4, 3], isFramed: true))
    }

    @Test("a config whose chunks look like anything else is put together all the same")
    func lookalikes() {
        #expect(
            take(["CONFIG_START", #"{"a":"CONFIG:"#, "{}", "CONFIG:x", #""}"#, "CONFIG_END"])
                == [received(#"{"a":"CONFIG:{}CONFIG:x"}"#, [13, 2, 8, 2], isFramed: true)])
    }

    @Test("the end of what had no beginning is stray, and so is other text")
    func strays() {
        #expect(take([#"{"evt":"CONFIG_UPDAT"#]) == [.stray(Array(#"{"evt":"CONFIG_UPDAT"#.utf8))])
        #expect(take(["CONFIG_END", "hello", ""]) == ["CONFIG_END", "hello", ""].map { .stray(Array($0.utf8)) })
    }

    @Test("a new beginning drops what was under way")
    func restarted() {
        #expect(
            take(["CONFIG_START", "old", "CONFIG_START", "{}", "CONFIG_END"]) == [received("{}", [2], isFramed: true)])
    }

    @Test("lost notifications are counted, and what has come of a config can be had")
    func lost() {
        var receiver = ConfigReceiver()
        receiver.lost(3)
        #expect(receiver.giveUp() == nil)
        _ = receiver.take(ConfigChunks.start)
        _ = receiver.take([1, 2])
        receiver.lost(2)
        #expect(receiver.giveUp() == .init(bytes: [1, 2], parts: [2], lost: 2, isFramed: true))
        #expect(receiver.giveUp() == nil)
    }

    @Test("of a config without an end 64 KiB are kept, and the rest is counted")
    func bounded() {
        var receiver = ConfigReceiver()
        _ = receiver.take(ConfigChunks.start)
        for _ in 0..<200 { _ = receiver.take([UInt8](repeating: 0x20, count: 500)) }
        let received = receiver.giveUp()
        #expect(received?.bytes.count == 65_536)
        #expect(received?.dropped == 100_000 - 65_536)
    }

    @Test("parts as long as the MTU allows look cut, where a device would send longer ones")
    func cut() {
        func looksCut(_ parts: [Int], mtu: Int, _ begin: String = #"{"version":1,"#) -> Bool {
            ConfigReceiver.Received(bytes: Array(begin.utf8), parts: parts).looksCut(mtu: mtu)
        }
        #expect(looksCut([252, 252, 40], mtu: 255))
        #expect(!looksCut([251, 40], mtu: 255))
        #expect(!looksCut([500, 40], mtu: 503))
        // A device that uses the compact dialect cuts its config to the MTU itself.
        #expect(!looksCut([252, 252, 40], mtu: 255, #"{"v":1,"#))
    }
}
