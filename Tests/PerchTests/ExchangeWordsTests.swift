import Advertising
import CP28
import Failures
import GatewayModel
import LineFormats
import Testing

@testable import Perch

@Suite struct ExchangeWordsTests {
    private func entry(_ kind: String, hex: String?, step: Int? = nil) -> ExchangeEntry {
        ExchangeEntry(
            number: 1, at: Timestamp(microsecondsSince1970: 1_767_637_845_123_456), attempt: 2, phase: .outcome,
            kind: kind, step: step, detail: "said", hex: hex)
    }

    @Test("a line has time, attempt, phase, step, words and bytes")
    func line() {
        #expect(
            entry("write", hex: "4e4f760200077", step: 11).line
                == "18:30:45.123  2  outcome write 11     said  [4e4f760200077]")
        #expect(entry("write", hex: "4e4f", step: 11).line.hasSuffix("said  [4e 4f]"))
        #expect(entry("connect", hex: nil).line.hasSuffix("connect      said"))
    }

    @Test("a notification is read where it is a packet, and else it is told why it is none")
    func notification() throws {
        let packet = try #require(CP28Packet(.minor, [0, 7]))
        let hex = hexadecimal(packet.bytes).replacing(" ", with: "")
        #expect(entry("notification", hex: hex).packetWords == "a packet: command 76, data 00 07")
        #expect(entry("notification", hex: "4e4f6000").packetWords == "no packet: fewer than 5 bytes")
        #expect(entry("notification", hex: "4e4f600061").packetWords?.contains("its checksum is 61") == true)
        #expect(entry("notification", hex: "0000600060").packetWords == "no packet: it does not begin with 4e 4f")
        #expect(entry("notification", hex: "4e4f600160").packetWords == "no packet: it says 1 bytes of data and has 0")
        #expect(entry("write", hex: hex).packetWords == nil)
    }

    @Test("what follows from the last beacon is what was not said")
    func next() throws {
        var all = NextTable()
        try all.complete(after: .example(name: "Table 9", minor: 9))
        #expect(
            all == NextTable(uuid: "5E1F7A10-3C2B-4D9E-8A77-0B6C1D2E3F40", major: 1201, minor: 10, name: "Table 10"))
        var some = NextTable(uuid: ProximityUUID(7), major: 1, minor: 2, name: "n")
        try some.complete(after: .example(name: "Bar", minor: 65535))
        #expect(some == NextTable(uuid: ProximityUUID(7), major: 1, minor: 2, name: "n"))
    }

    @Test("where nothing follows it is told what to give")
    func noNext() {
        func code(_ run: ProvisioningRun) -> String? {
            var wanted = NextTable()
            do throws(Failure) {
                try wanted.complete(after: run)
                return nil
            } catch {
                return error.code
            }
        }
        #expect(code(.example(name: "Table 9", minor: 65535)) == "no-next-minor")
        #expect(code(.example(name: "Bar!")) == "no-next-name")
    }
}
