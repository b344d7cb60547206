import DongleProtocol
import Foundation
import LineFormats
import Testing

@testable import Conformance
@testable import Perch

struct ConformanceLinesTests {
    @Test("a frame of a failure is an object with its fields by name, and a stretch that is none has its reason")
    func frames() throws {
        let header = FrameHeader(kind: .response, session: 7, id: 3, code: Operation.scanStart.rawValue)
        let frame = DecodedFrame(header, [3, 2, 0, 0, 0, 0, 0, 0, 4, 0])
        let shown = [
            ShownFrame(isSent: false, at: .milliseconds(12), stretch: [1, 255], content: .frame(frame), alike: 2),
            ShownFrame(isSent: true, at: .zero, stretch: [5, 1], content: .rejected(.malformed)),
        ]
        let finding = Finding(expected: "a", got: "b", frames: shown, framesLeftOut: 9)
        let check = try #require(CheckTable.all.first { $0.id == "scan.arguments" })
        var writer = JSONWriter()
        writer.line { $0.fields(CheckReport(check: check, verdict: .failed(finding), lasted: .zero)) }
        let object = try #require(
            JSONSerialization.jsonObject(with: Data(writer.take())) as? [String: Any])
        #expect(object["frames_left_out"] as? Int == 9)
        #expect((object["requirements"] as? [Int])?.contains(297) == true)
        #expect((object["quotes"] as? [[String: String]])?.contains { $0["section"] == "9.1" } == true)
        let frames = try #require(object["frames"] as? [[String: Any]])
        let fields = try #require(frames[0]["fields"] as? [String: Any])
        #expect(fields["status"] as? String == "INVALID_ARGUMENT" && fields["offset"] as? Int == 4)
        #expect(frames[0]["kind"] as? String == "RESPONSE" && frames[0]["code"] as? String == "SCAN_START")
        #expect(frames[0]["direction"] as? String == "from_dongle" && frames[0]["at_s"] as? Double == 0.012)
        #expect(frames[0]["payload"] as? String == "03020000000000000400" && frames[0]["wire"] as? String == "01ff")
        #expect(frames[0]["more_alike"] as? Int == 2 && frames[1]["more_alike"] == nil)
        #expect(frames[1]["rejected"] as? String == "malformed" && frames[1]["problem"] as? String == "2 bytes")
    }
}
