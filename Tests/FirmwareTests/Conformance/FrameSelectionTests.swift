import DongleProtocol
import Testing

@testable import Conformance

struct FrameSelectionTests {
    private var record = WireRecord()

    init() { record.clear() }

    private mutating func send(_ operation: Operation, id: UInt16, _ payload: [UInt8] = [], isRoutine: Bool = false) {
        let header = FrameHeader(kind: .request, session: 7, id: id, code: operation.rawValue)
        record.sent(FrameEncoder.encode(header, payload: payload), isRoutine: isRoutine)
    }

    private mutating func receive(_ kind: FrameKind, id: UInt16, code: UInt16, _ payload: [UInt8]) {
        let header = FrameHeader(kind: kind, session: 7, id: id, code: code)
        record.received(Array(FrameEncoder.encode(header, payload: payload).dropFirst().dropLast()))
    }

    /// A request and its answer OK.
    private mutating func exchange(_ operation: Operation, id: UInt16, isRoutine: Bool = false) {
        send(operation, id: id, isRoutine: isRoutine)
        receive(.response, id: id, code: operation.rawValue, [0, 0])
    }

    private func names(section: String? = "9.1") -> [String] {
        FrameSelection(record, section: section).frames.map {
            let alike = $0.alike > 0 ? " +\($0.alike)" : ""
            guard case .frame(let frame) = $0.content else { return "no frame" + alike }
            return "\(frame.kind) \(frame.code ?? "") \(frame.header.id)" + alike
        }
    }

    @Test("what checks send on their way is left out and counted, but not in the checks of its section")
    mutating func routine() {
        exchange(.hello, id: 0, isRoutine: true)
        exchange(.ping, id: 1, isRoutine: true)
        exchange(.scanStop, id: 2)
        #expect(names() == ["REQUEST SCAN_STOP 2", "RESPONSE SCAN_STOP 2"])
        #expect(FrameSelection(record, section: "9.1").leftOut == 4)
        #expect(names(section: "4.5").count == 4 && names(section: "8.1").count == 4)
    }

    @Test("the last answer is shown with its request, whatever it is, and all if nothing else was sent")
    mutating func last() {
        exchange(.hello, id: 0, isRoutine: true)
        exchange(.ping, id: 1, isRoutine: true)
        #expect(names().count == 4)
        exchange(.scanStop, id: 2)
        exchange(.ping, id: 3, isRoutine: true)
        #expect(names() == ["REQUEST SCAN_STOP 2", "RESPONSE SCAN_STOP 2", "REQUEST PING 3", "RESPONSE PING 3"])
    }

    @Test("of events in a row the first and the last are shown; however many come, the request stays")
    mutating func run() {
        exchange(.subscribe, id: 1)
        for counter in 0..<40 as Range<UInt16> {
            receive(.event, id: counter, code: EventCode.lost.rawValue, [0, 1, 0, 0, 0, 0])
            record.sent(
                FrameEncoder.encode(FrameHeader(kind: .grant, session: 7), payload: [1, 0, 0]), isRoutine: true)
        }
        #expect(names() == ["REQUEST SUBSCRIBE 1", "RESPONSE SUBSCRIBE 1", "EVENT LOST 0 +38", "EVENT LOST 39"])
        for id in 2..<40 as Range<UInt16> { receive(.response, id: id, code: 0x0101, [0, 0]) }
        let selection = FrameSelection(record, section: "9.1")
        #expect(selection.frames.count == FrameSelection.lines - 1)
        #expect(names().first == "REQUEST SUBSCRIBE 1" && names().last == "RESPONSE SCAN_START 39")
        #expect(selection.leftOut + selection.frames.count == record.entries.count)
    }

    @Test("HELLO that is sent until it is answered is shown once, and so is the noise that answers it")
    mutating func damaged() {
        for _ in 0..<20 {
            send(.hello, id: 0, [1, 2, 3], isRoutine: true)
            record.received([2, 1, 3, 3, 3])
        }
        #expect(names(section: nil) == ["REQUEST HELLO 0", "no frame +18", "no frame"])
    }

    @Test("a DONE shows its result by the request that it ends")
    mutating func done() throws {
        send(.exchangeMTU, id: 9)
        receive(.event, id: 0, code: 1, Done(requestID: 9, status: .ok, effect: .done, result: [185, 0]).encoded())
        let line = try #require(FrameSelection(record, section: "10.4").frames.last?.line)
        #expect(
            line.hasSuffix(
                "EVENT DONE, session 7, counter 0: request_id 9, status OK, effect done (1), result {mtu 185}"
                    + "  [13 00 07 00 00 00 01 00 | 09 00 00 00 01 02 00 b9 00]"), "\(line)")
    }

    @Test("a wrong CRC is shown beside the right one")
    mutating func wrongCRC() throws {
        var stretch = Array(
            FrameEncoder.encode(FrameHeader(kind: .log, session: 1), payload: [1, 1]).dropFirst().dropLast())
        stretch[stretch.count - 1] ^= 1
        record.received(stretch)
        let line = try #require(FrameSelection(record, section: nil).frames.first?.line)
        let right = "15 bytes that decode to 14; the CRC-32C of the first 10 is "
        #expect(line.contains("no frame (crc): \(right)"), "\(line)")
    }
}
