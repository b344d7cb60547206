import TestSupport
import Advertising
import Foundation
import Testing

@testable import Recording

struct RecordedSightingTests {
    private static let line =
        #"{"t":1427838569.263,"scanner":"Room206","uuid":"daf246ce-8363-11e4-b116-123b93f75cba","major":7,"minor":29,"tx":-62,"rssi":-92,"mt":0}"#

    private func read(_ line: String) throws(LineFault) -> RecordedLine {
        try RecordedLine(line: Data(line.utf8))
    }

    @Test("a decoded sighting is read, its receiver with it")
    func sighting() throws {
        guard case .sighting(let sighting) = try read(Self.line) else {
            Issue.record("taken for an advert")
            return
        }
        #expect(sighting.timeSeconds == 1_427_838_569.263)
        #expect(sighting.scanner == "Room206")
        #expect(sighting.identity.description == "DAF246CE-8363-11E4-B116-123B93F75CBA/7/29")
        #expect(sighting.measuredPowerDBm == -62)
        #expect(sighting.rssiDBm == -92)
    }

    @Test("a sighting may tell its track and where the beacon was, and need not tell the power")
    func position() throws {
        let line = Self.line.replacing(#""tx":-62"#, with: #""track":"walk","x":1.5,"y":-2,"z":0"#)
        guard case .sighting(let sighting) = try read(line) else {
            Issue.record("taken for an advert")
            return
        }
        #expect(sighting.position == RecordedSighting.Position([1.5, -2, 0]))
        #expect(sighting.track == "walk")
        #expect(sighting.measuredPowerDBm == 0)
        guard case .sighting(let plain) = try read(Self.line) else { return }
        #expect(plain.position == nil && plain.track == nil)
    }

    @Test("an advert stays an advert")
    func advert() throws {
        let advert = RecordedAdvert.sample()
        #expect(try read(advert.line()) == .advert(advert))
    }

    @Test(
        "a line that is neither names what is wrong with it",
        arguments: [
            (#"{"t":1}"#, LineFault.missingField("addr")), (#"{"t":1,"scanner":"a"}"#, .missingField("uuid")),
            (line.replacing("\"major\":7", with: "\"major\":70000"), .badField("major")),
            (line.replacing("\"minor\":29", with: "\"minor\":-1"), .badField("minor")),
            (line.replacing("-62", with: "-129"), .badField("tx")),
            (line.replacing("-92", with: "0.5"), .badField("rssi")),
            (line.replacing("daf246ce", with: "daf246c"), .badField("uuid")), ("[]", .notAnObject),
        ])
    func faults(line: String, fault: LineFault) {
        #expect(throws: fault) { try read(line) }
    }

    @Test("a file of both is read in order, and what is neither is skipped and counted")
    func file() throws {
        let folder = try TemporaryFolder()
        let lines = [Self.line, "{}", RecordedAdvert.sample().line(), ""].joined(separator: "\n")
        var reader = try RecordingReader(path: folder.file("made.ndjson", Data(lines.utf8)))
        guard case .sighting = try reader.nextLine(), case .advert = try reader.nextLine() else {
            Issue.record("another order")
            return
        }
        #expect(try reader.nextLine() == nil)
        #expect(reader.skipped.count == 1)
    }
}
