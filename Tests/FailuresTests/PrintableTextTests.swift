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
}
