import Foundation
import Testing

@testable import Failures

@Suite struct PrintableTextTests {
    @Test(
        "text is cut or filled to exactly the width",
        arguments: [
            ("abc", 5, "abc  "), ("abc", 3, "abc"), ("abcd", 3, "ab…"), ("abc", 0, ""), ("abc", 1, "…"), ("", 2, "  "),
            ("東京", 4, "東京"), ("東京", 3, "東…"), ("東京都", 4, "東… "),
        ])
    func fits(_ text: String, _ width: Int, _ expected: String) {
        #expect(fit(text, width) == expected)
    }

    @Test("JSON says the same, and nothing in it moves a cursor or turns the writing direction")
    func json() throws {
        let text = "a\u{9B}31m\u{7F}\u{202E}Ä\u{E0041}\u{1F600}"
        let line = Array("{\"n\":\"\(text)\"}\n".utf8)
        let safe = printable(json: line)
        #expect(String(decoding: safe, as: UTF8.self) == #"{"n":"a\u009b31m\u007f\u202eÄ\udb40\udc41😀"}"# + "\n")
        #expect(try JSONDecoder().decode([String: String].self, from: Data(safe)) == ["n": text])
        let plain = Array("{\"n\":1}\n".utf8)
        #expect(printable(json: plain) == plain)
    }
}
