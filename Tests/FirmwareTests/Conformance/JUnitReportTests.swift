import Foundation
import FoundationXML
import Testing

@testable import Conformance

struct JUnitReportTests {
    /// Attributes of each element, and text inside failures.
    private final class Reader: NSObject, XMLParserDelegate {
        var elements: [(name: String, attributes: [String: String])] = []
        var text = ""

        func parser(
            _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
            attributes: [String: String]
        ) {
            elements.append((name, attributes))
        }

        func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }
    }

    private static let frame = ShownFrame(
        isSent: true, at: .zero, stretch: [1], content: .rejected(.malformed))
    private static let check = Check("framing.some", "1.4", "A rule with <, & and \".", body: nil)

    private func read(_ verdicts: [Verdict], name: String = "firmware") throws -> Reader {
        let reports = verdicts.map { CheckReport(check: Self.check, verdict: $0, lasted: .milliseconds(1_250)) }
        let reader = Reader()
        let parser = XMLParser(data: Data(JUnitReport.xml(reports, name: name).utf8))
        parser.delegate = reader
        #expect(parser.parse(), "\(String(describing: parser.parserError))")
        return reader
    }

    @Test("a suite counts its cases, and a case has its section, its id and its time")
    func counts() throws {
        let finding = Finding(expected: "a", got: "b", frames: [Self.frame, Self.frame], framesLeftOut: 3)
        let reader = try read([.passed, .failed(finding), .skipped("no air"), .notProven("add air")])
        let suite = try #require(reader.elements.first { $0.name == "testsuite" }).attributes
        #expect(
            suite["tests"] == "4" && suite["failures"] == "1" && suite["skipped"] == "2" && suite["time"] == "5.000")
        let cases = reader.elements.filter { $0.name == "testcase" }.map(\.attributes)
        #expect(cases.count == 4 && cases.allSatisfy { $0["name"] == "framing.some" && $0["time"] == "1.250" })
        #expect(cases.allSatisfy { $0["classname"] == "SPEC 1 Framing" })
        let skipped = reader.elements.filter { $0.name == "skipped" }.map { $0.attributes["message"] }
        #expect(skipped == ["no air", "not proven: add air"])
        #expect(reader.elements.first { $0.name == "failure" }?.attributes["message"] == "1.4: expected a, got b")
        #expect(reader.text.contains("A rule with <, & and \".") && reader.text.contains("(3 frames left out)\n> "))
    }

    @Test("whatever a dongle sends stands in it without breaking it")
    func escaping() throws {
        let hostile = "]]></failure>\u{0}\u{1B}[2J\u{FFFE}\"&<'\u{7F}"
        let reader = try read([.failed(Finding(expected: hostile, got: hostile))], name: hostile)
        let failure = try #require(reader.elements.first { $0.name == "failure" }).attributes["message"]
        let kept = "]]></failure>\u{FFFD}\u{FFFD}[2J\u{FFFD}\"&<'\u{7F}"
        #expect(failure == "1.4: expected \(kept), got \(kept)")
        #expect(reader.elements.first { $0.name == "testsuite" }?.attributes["name"] == kept)
        #expect(reader.elements.count == 4)
    }
}
