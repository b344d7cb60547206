import DongleProtocol
import Testing

@testable import Gateway

@Suite struct BridgeLogTests {
    @Test(
        "message and next step are the bridge's own newest ones, and lines of others count if there are none",
        arguments: [
            ([], "", nil),
            (["Traceback", "ValueError: 7."], "ValueError: 7", nil),
            (["usage: x", "hci-dongle: no such kind. Next: see --help"], "no such kind", "see --help"),
            (
                ["hci-dongle: No controller: gone", "hci-dongle: Next: plug it in."], "No controller: gone",
                "plug it in"
            ),
            (["hci-dongle: Next: plug it in"], "", "plug it in"),
            (
                [
                    "hci-dongle: No controller: gone", "hci-dongle: Next: plug it in", "",
                    "hci-dongle: No controller: busy",
                ],
                "No controller: busy", "plug it in"
            ),
            // What Bumble and Python say behind it.
            (
                [
                    "<3>hci-dongle: it is silent", "<3>hci-dongle:   lost. Next: x", "  File",
                    "TransportLostError: lost",
                ],
                "it is silent", nil
            ),
            // The step is said once, however long ago.
            (
                ["hci-dongle: Next: plug it in"] + Array(repeating: "hci-dongle: No controller: gone", count: 100),
                "No controller: gone", "plug it in"
            ),
        ] as [([String], String, String?)])
    func words(lines: [String], message: String, next: String?) {
        let words = BridgeWords(lines)
        #expect(words.message == message && words.next == next)
    }

    @Test(
        "a line's priority is its level",
        arguments: [
            ("<3>hci-dongle: x", .error), ("<4>hci-dongle: x", .warning), ("<6>hci-dongle: x", .info),
            ("<7>hci-dongle: x", .debug), ("hci-dongle: x", .info), ("x", .info),
        ] as [(String, LogLevel)])
    func levels(line: String, level: LogLevel) {
        let line = BridgeLine(line)
        #expect(line.text == "x" && line.level == level)
    }

    @Test("what only looks like a priority stays", arguments: ["<", "<3", "<x>y", "<33>y"])
    func noLevel(line: String) {
        #expect(BridgeLine(line).text == line)
    }

    @Test("only a pseudo-terminal is a port")
    func port() {
        #expect(BridgeLine.isPort("/dev/pts/0") && BridgeLine.isPort("/dev/pts/1234"))
        for line in ["", "/dev/pts/", "/dev/pts/x", "/dev/ttyS0", "/dev/pts/1/../2", "/dev/pts/12345678901"] {
            #expect(!BridgeLine.isPort(line), "\(line)")
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

    @Test(
        "of a flood 64 lines are taken at once and 10 a second, and the others are counted in the next",
        arguments: [0, 100])
    func flood(start: Int) async {
        let manual = ManualClock()
        manual.advance(by: .seconds(start))
        let log = BridgeLog(clock: manual.clock)
        for number in 0..<1000 { log.take(BridgeLine("line \(number)")) }
        manual.advance(by: .milliseconds(99))
        log.take(BridgeLine("too early"))
        manual.advance(by: .milliseconds(1))
        log.take(BridgeLine("again"))
        manual.advance(by: .milliseconds(100))
        log.take(BridgeLine("later"))
        log.finish()
        let lines = await log.lines().reduce(into: [LogLine]()) { $0.append($1) }
        // The newest are kept.
        #expect(lines.map(\.text) == (2..<64).map { "line \($0)" } + ["again", "later"])
        #expect(lines.map(\.dropped) == Array(repeating: 0, count: 62) + [937, 0])
        #expect(log.words.message == "later")
    }

    @Test("what a bridge says last is known even if its log is full, until its radio works or it is started again")
    func lastWords() {
        let log = BridgeLog(clock: ManualClock().clock)
        for number in 0..<1000 { log.take(BridgeLine("hci-dongle: line \(number)")) }
        log.take(BridgeLine("hci-dongle: No way. Next: give up"))
        log.take("the bridge ended", level: .warning)
        #expect(log.words.message == "No way" && log.words.next == "give up")
        log.forgetWords()
        #expect(log.words.message.isEmpty && log.words.next == nil)
    }

    @Test("a reader who comes late gets the newest lines, and one who is slow is told how many it missed")
    func readers() async {
        let manual = ManualClock()
        manual.advance(by: .seconds(100))
        let log = BridgeLog(clock: manual.clock)
        log.take(BridgeLine("before"))
        let reader = log.lines()
        for number in 0..<300 {
            manual.advance(by: .milliseconds(100))
            log.take(BridgeLine("line \(number)"))
        }
        log.finish()
        let lines = await reader.reduce(into: [LogLine]()) { $0.append($1) }
        #expect(lines.count == 256 && lines.last?.text == "line 299")
        // 301 lines in all; each one tells of those that went before it.
        #expect(lines.reduce(0) { $0 + Int($1.dropped) } >= 44)
    }
}
