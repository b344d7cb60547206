import Testing

@testable import Settings

@Suite struct TOMLOutlineTests {
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
        #expect(TOMLOutline(Self.text).first[path.split(separator: "/").map(String.init)] == line)
    }

    @Test("what is in a comment or a string is no key")
    func nothingElse() {
        let names = Set(TOMLOutline(Self.text).first.keys.compactMap(\.last))
        #expect(names.isDisjoint(with: ["fake", "other", "x", "b", "c", "two", "four", "d"]))
        #expect(names.count == 16)
    }

    @Test("a key that is set twice is told with both lines")
    func repetition() {
        let lines = TOMLOutline("a.b = 1\n[a]\nb = 2\nc = 3\n[d]\n[d]\n")
        #expect(
            lines.repetitions == [
                .init(path: ["a", "b"], line: 3, firstLine: 1), .init(path: ["d"], line: 6, firstLine: 5),
            ])
    }

    @Test("a text that is TOML has no faults")
    func sound() {
        #expect(TOMLOutline(Self.text).faults.isEmpty)
        let values = [
            "1", "+1", "-17", "1_000", "0xDEAD_beef", "0o755", "0b1_0", "3.14", "-0.0", "5e+22", "6.626e-34", "inf",
            "-nan",
            "true", "1979-05-27", "1979-05-27 07:32:00", "1979-05-27T00:32:00.999-07:00", "07:32:00.5", "[]", "[ ]",
            "[1,\n2,\n]", "{}", "''", "\"\"", "\"\"\"a\"\"\"\"\"", "'\\'",
        ]
        for value in values { #expect(TOMLOutline("a = \(value) # b").faults == [], "\(value)") }
    }

    @Test(
        "what is not TOML is told with its line, and what follows is looked at all the same",
        arguments: [
            ("a = \nb = 1 2\nc 3\n= 4\n[\nd = active", [1, 2, 3, 4, 5, 6]),
            ("[=]\n[[a]\n[b] c\n[a.]\n[]", [1, 2, 3, 4, 5]), ("a = \"b\nc = 'd\ne = 1", [1, 2]),
            ("a = [1,\n2 3]\nb = ", [2]), ("a = {a=[}", [1]), ("a = 1979-05-27T:07", [1]), ("\n\na = \"\"\"\nb", [4]),
            ("a = \u{1}\nb =", [1]), ("a = 1\rb = 2", [1]), ("a = 01\nb = 1__0\nc = .5\nd = 0x", [1, 2, 3, 4]),
        ])
    func unsound(text: String, lines: [Int]) {
        #expect(TOMLOutline(text).faults.map(\.line) == lines)
    }

    @Test("values that are nested without end are refused")
    func deep() {
        for opening in ["[", "{a="] {
            let text = "a = " + String(repeating: opening, count: 100_000) + "\nb = 1"
            #expect(TOMLOutline(text).faults.count == 1)
        }
    }
}
