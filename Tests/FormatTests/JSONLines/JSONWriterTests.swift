import Foundation
import Testing

@testable import LineFormats

@Suite struct JSONWriterTests {
    private func text(_ body: (inout JSONWriter) -> Void) -> String {
        var writer = JSONWriter()
        writer.line(body)
        return String(decoding: writer.take(), as: UTF8.self)
    }

    @Test("keys keep their order, and commas stand between fields only")
    func order() {
        let line = text {
            $0.field("b", 1)
            $0.field("a", "x")
            $0.array("list") {
                $0.element("1")
                $0.element { $0.field("in", true) }
                $0.element(-2)
                $0.element(3)
            }
            $0.object("empty") { _ in }
            $0.field("absent", nil as String?)
            $0.null("none")
            $0.field("last", -7)
        }
        #expect(line == #"{"b":1,"a":"x","list":["1",{"in":true},-2,3],"empty":{},"none":null,"last":-7}"# + "\n")
    }

    @Test(
        "any text comes back from a JSON reader as it was",
        arguments: ["", "a\"b\\c", "tab\tnew\nline\r\u{0}\u{1F}\u{7F}", "Zürich 東京 🐦", "\u{2028}"])
    func escaping(_ original: String) throws {
        let line = text { $0.field("t", original) }
        let read = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: String]
        #expect(read == ["t": original])
        #expect(line.filter { $0 == "\n" }.count == 1)
    }

    @Test("numbers are written in full", arguments: [0, 9, 10, -1, Int64.max, Int64.min])
    func numbers(_ number: Int64) {
        #expect(text { $0.field("n", number) } == "{\"n\":\(number)}\n")
    }

    @Test(
        "fractions have three decimals, and what JSON has no number for is null",
        arguments: [
            (0.0, "0.000"), (1.5, "1.500"), (-0.25, "-0.250"), (24.2999, "24.300"), (.infinity, "null"), (.nan, "null"),
        ])
    func fractions(_ number: Double, _ expected: String) {
        #expect(text { $0.field("n", thousandths: number) } == "{\"n\":\(expected)}\n")
    }

    @Test("several lines are several objects")
    func lines() {
        var writer = JSONWriter()
        for number in 0..<2 { writer.line { $0.field("n", number) } }
        #expect(String(decoding: writer.take(), as: UTF8.self) == "{\"n\":0}\n{\"n\":1}\n")
        #expect(writer.take().isEmpty)
    }
}
