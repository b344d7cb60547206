import Testing

@testable import Settings

@Suite struct TOMLKeyLinesTests {
    private static let text = #"""
        # [fake]
        top = 1 # other = 2
        "quoted key" = "x = 1 # no comment"

        [a] # [b]
        one = """
        [c]
        two = 2
        \""" """
        three = '''
        four = 4'''
        five.six = [
          "[d]", # ]
          { seven = [ 1,
            2 ] },
          '#',
        ]
        eight = { nine = 9, 'ten' . "el\u0065ven" = 11 }
        [ a . "b.c" ]
        twelve = 1979-05-27T07:32:00Z
        [[list]]
        item = 1
        [[list]]
        item = 2
        """#

    @Test(
        "a key is found on its line, whatever looks like one",
        arguments: [
            ("top", 2), ("quoted key", 3), ("a", 5), ("a/one", 6), ("a/three", 10), ("a/five", 12), ("a/five/six", 12),
            ("a/five/six/seven", 14), ("a/eight/nine", 18), ("a/eight/ten/eleven", 18), ("a/b.c", 19),
            ("a/b.c/twelve", 20), ("list", 21), ("list/item", 22),
        ])
    func found(path: String, line: Int) {
        #expect(TOMLKeyLines(Self.text).first[path.split(separator: "/").map(String.init)] == line)
    }

    @Test("what is in a comment or a string is no key")
    func nothingElse() {
        let names = Set(TOMLKeyLines(Self.text).first.keys.compactMap(\.last))
        #expect(names.isDisjoint(with: ["fake", "other", "x", "b", "c", "two", "four", "d"]))
        #expect(names.count == 16)
    }

    @Test("a key that is set twice is told with both lines")
    func repetition() {
        let lines = TOMLKeyLines("a.b = 1\n[a]\nb = 2\nc = 3\n[d]\n[d]\n")
        #expect(
            lines.repetitions == [
                .init(path: ["a", "b"], line: 3, firstLine: 1), .init(path: ["d"], line: 6, firstLine: 5),
            ])
    }

    @Test("values that are nested without end are passed over")
    func deep() {
        let text = "a = " + String(repeating: "[", count: 100_000) + "\nb = 1"
        #expect(TOMLKeyLines(text).first[["a"]] == 1)
    }
}
