import DongleProtocol
import Testing

@testable import Gateway

@Suite struct BridgeLogTests {
    @Test(
        "message and next step are read from the newest lines",
        arguments: [
            ([], "", nil),
            (["Traceback", "ValueError: 7."], "ValueError: 7", nil),
            (["usage: x", "no such kind. Next: see hci-dongle --help"], "no such kind", "see hci-dongle --help"),
            (["No controller at usb:0: gone", "Next: plug it in."], "No controller at usb:0: gone", "plug it in"),
            (["Next: plug it in"], "", "plug it in"),
            (
                ["No controller: gone", "Next: plug it in", "", "No controller: busy"], "No controller: busy",
                "plug it in"
            ),
        ] as [([String], String, String?)])
    func words(lines: [String], message: String, next: String?) {
        let words = BridgeWords(lines)
        #expect(words.message == message && words.next == next)
    }

    @Test("only a pseudo-terminal is a port")
    func port() {
        #expect(BridgeWords.isPort("/dev/pts/0") && BridgeWords.isPort("/dev/pts/1234"))
        for line in ["", "/dev/pts/", "/dev/pts/x", "/dev/ttyS0", "/dev/pts/1/../2", "/dev/pts/12345678901"] {
            #expect(!BridgeWords.isPort(line), "\(line)")
        }
    }

    @Test("lines come whole however the bytes are cut, and are at most 300 characters", arguments: [1, 2, 7, 10_000])
    func lines(size: Int) {
        let long = String(repeating: "é", count: 400)
        let bytes = Array("one\n\ntwo\n\(long)\nlast".utf8)
        var (cutter, lines) = (LineCutter(), [String]())
        for start in stride(from: 0, to: bytes.count, by: size) {
            cutter.take(bytes[start..<min(start + size, bytes.count)]) { lines.append($0) }
        }
        cutter.finish { lines.append($0) }
        #expect(lines == ["one", "two", String(repeating: "é", count: 299) + "…", "last"])
    }

    @Test("a line without end takes limited room")
    func endless() {
        var (cutter, lines) = (LineCutter(), [String]())
        for _ in 0..<1000 { cutter.take(ArraySlice(repeating: UInt8(ascii: "x"), count: 10_000)) { lines.append($0) } }
        cutter.take([10]) { lines.append($0) }
        #expect(lines.map(\.count) == [300])
    }

    @Test("of a flood 64 lines are taken at once and 10 a second, and the others are counted in the next")
    func flood() async {
        let manual = ManualClock()
        manual.advance(by: .seconds(100))
        let log = BridgeLog(clock: manual.clock)
        for number in 0..<1000 { log.take("line \(number)") }
        manual.advance(by: .milliseconds(99))
        log.take("too early")
        manual.advance(by: .milliseconds(1))
        log.take("again")
        log.finish()
        let lines = await log.lines().reduce(into: [LogLine]()) { $0.append($1) }
        // The newest are kept.
        #expect(lines.map(\.text) == (1..<64).map { "line \($0)" } + ["again"])
        #expect(lines.last?.dropped == 937)
        #expect(lines.dropLast().allSatisfy { $0.dropped == 0 })
        #expect(log.words.message == "again")
    }

    @Test("what a bridge says last is known even if its log is full")
    func lastWords() {
        let log = BridgeLog(clock: ManualClock().clock)
        log.begin()
        for number in 0..<1000 { log.take("line \(number)") }
        log.take("No way. Next: give up")
        #expect(log.words.message == "No way" && log.words.next == "give up")
        log.begin()
        #expect(log.words.message.isEmpty)
    }

    @Test("a reader who comes late gets the newest lines, and one who is slow is told how many it missed")
    func readers() async {
        let manual = ManualClock()
        manual.advance(by: .seconds(100))
        let log = BridgeLog(clock: manual.clock)
        log.take("before")
        let reader = log.lines()
        for number in 0..<300 {
            manual.advance(by: .milliseconds(100))
            log.take("line \(number)")
        }
        log.finish()
        let lines = await reader.reduce(into: [LogLine]()) { $0.append($1) }
        #expect(lines.count == 256 && lines.last?.text == "line 299")
        // 301 lines in all; each one tells of those that went before it.
        #expect(lines.reduce(0) { $0 + Int($1.dropped) } >= 44)
    }
}
