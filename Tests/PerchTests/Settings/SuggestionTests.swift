import Testing

@testable import Settings

@Suite struct SuggestionTests {
    private let words = ["ports", "baud", "min_rssi", "mode", "keep", "keep_days"]

    @Test(
        "a word that is nearly another is taken for it",
        arguments: [
            ("port", "ports"), ("prots", "ports"), ("BAUD", "baud"), ("min-rssi", "min_rssi"), ("minrssi", "min_rssi"),
            ("made", "mode"), ("keepdays", "keep_days"),
        ])
    func near(word: String, meant: String) {
        #expect(suggestion(for: word, among: words) == meant)
    }

    @Test("a word that is like none is taken for none", arguments: ["", "xyz", "speed", "frequency"])
    func far(word: String) {
        #expect(suggestion(for: word, among: words) == nil)
    }
}
