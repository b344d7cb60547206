import DongleProtocol
import Testing

@testable import Conformance

struct DecodedFrameTests {
    @Test("every field of every vector is shown, by the name that the vector gives it")
    func vectors() throws {
        for vector in try Vector.all("messages.json") where try vector.text("message") != "ERROR" {
            let payload = try vector.bytes("payload")
            let code = UInt16(try vector.number("code"))
            let frame: DecodedFrame
            switch try vector.text("form") {
            case "request": frame = DecodedFrame(FrameHeader(kind: .request, session: 1, code: code), payload)
            case "response": frame = DecodedFrame(FrameHeader(kind: .response, session: 1, code: code), payload)
            case "event": frame = DecodedFrame(FrameHeader(kind: .event, session: 1, code: code), payload)
            case "result":
                let done = Done(requestID: 1, status: .ok, effect: .done, result: payload)
                let header = FrameHeader(kind: .event, session: 1, code: EventCode.done.rawValue)
                let names = DecodedFrame(header, done.encoded(), asked: Operation(rawValue: code)).fields.compactMap {
                    if $0.name == "result", case .fields(let fields) = $0.value { fields.map(\.name) } else { nil }
                }
                #expect(Set(names.joined()) == vector.fieldNames, "\(vector.name)")
                continue
            default:
                let kinds: [String: FrameKind] = ["BOOT": .boot, "GRANT": .grant, "LOG": .log]
                let kind = try #require(kinds[try vector.text("message")])
                frame = DecodedFrame(FrameHeader(kind: kind, session: 1), payload)
            }
            #expect(Set(frame.fields.map(\.name)) == vector.fieldNames, "\(vector.name): \(frame.words)")
        }
    }

    @Test("an error shows the detail that its status names, and what it leaves out is not made up")
    func details() {
        func words(_ status: Status, _ rest: [UInt8]) -> String {
            let header = FrameHeader(kind: .response, session: 1, code: Operation.connect.rawValue)
            let payload = [UInt8(truncatingIfNeeded: status.rawValue), UInt8(status.rawValue >> 8)] + rest
            return DecodedFrame(header, payload).fields.words
        }
        #expect(words(.busy, []) == "status BUSY")
        #expect(words(.invalidArgument, [0, 0, 0, 0, 0, 0, 4, 0]) == "status INVALID_ARGUMENT, offset 4")
        #expect(words(.slotsFull, [0, 0, 0, 0, 5, 0, 2, 3]) == "status SLOTS_FULL, retry_after_ms 5, slots 2 of 3")
        #expect(
            words(.att(5), [1, 0, 0, 0, 0, 0, 9, 0])
                == "status ATT Insufficient Authentication (0x0505), native 1, handle 9")
        #expect(words(.hci(0x13), []) == "status HCI Remote User Terminated Connection (0x0413)")
        #expect(words(Status(rawValue: 0x0299), []) == "status 0x0299, which SPEC.md does not define")
    }

    @Test("what does not decode says where it ends, and unknown codes say so")
    func problems() {
        func frame(_ kind: FrameKind, _ code: UInt16, _ payload: [UInt8]) -> DecodedFrame {
            DecodedFrame(FrameHeader(kind: kind, session: 1, code: code), payload)
        }
        #expect(frame(.event, 7, [0, 1]).problem == "a payload of 2 bytes that ends or is wrong at offset 2")
        #expect(
            frame(.response, 2, [0, 0, 1, 2, 3]).problem == "a payload of 5 bytes that ends or is wrong at offset 2")
        #expect(frame(.response, 2, [0]).problem == "too short for a status")
        #expect(frame(.event, 7, [0, 1, 0, 0, 9]).problem == "1 byte behind the last field")
        #expect(frame(.request, 0x0777, []).words.contains("REQUEST 0x777"))
        #expect(frame(.event, 0x0055, []).problem == "a code that SPEC.md does not define")
        #expect(frame(FrameKind(rawValue: 9), 0, []).words == "KIND 9, session 1: not a kind of SPEC.md")
    }

    @Test("times are said as people say them")
    func times() {
        let words: [(Double, String)] = [
            (0.0002, "0 ms"), (0.012, "12 ms"), (0.0127, "13 ms"), (0.9994, "999 ms"), (1, "1 s"), (1.25, "1.25 s"),
            (1.5, "1.5 s"),
            (9.994, "9.99 s"), (12.34, "12.3 s"), (59.96, "60 s"),
        ]
        for (seconds, said) in words { #expect(Duration.seconds(seconds).words == said) }
    }
}
