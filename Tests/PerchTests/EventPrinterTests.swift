import GatewayModel
import LineFormats
import Testing

@testable import Perch

@Suite struct EventPrinterTests {
    private func event(
        _ kind: EventType, detail: String = "", dongle: String? = nil, title: String = "It happened"
    ) -> EventRecord {
        EventRecord(
            id: 7, ts: Timestamp(microsecondsSince1970: 1_767_637_845_123_456), kind: kind, level: .info, title: title,
            detail: detail, dongle: dongle, simulated: dongle != nil)
    }

    @Test("an event has its time, mark, title, origin and number")
    func line() {
        #expect(
            EventPrinter.lines(event(.error, detail: "One.\nTwo.", dongle: "0123"), hasColour: false) == [
                "2026-01-05 18:30:45Z  ! It happened [0123] [SIMULATED]  #7", "                      One.",
                "                      Two.",
            ])
    }

    @Test("each type has its own mark, coloured only where asked", arguments: EventType.allCases)
    func marks(_ kind: EventType) {
        #expect(EventPrinter.lines(event(kind), hasColour: false)[0].contains("  \(kind.mark) It happened"))
        #expect(EventPrinter.lines(event(kind), hasColour: true)[0].contains("m\(kind.mark)\u{1B}[0m"))
    }

    @Test("what a device says cannot move the cursor")
    func hostile() {
        let lines = EventPrinter.lines(event(.info, detail: "a\u{1B}[2J", title: "b\u{1B}[2J"), hasColour: false)
        #expect(!lines.joined().contains("\u{1B}"))
    }
}
