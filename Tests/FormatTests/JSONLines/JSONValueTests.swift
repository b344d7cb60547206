import LineFormats
import Testing

struct JSONValueTests {
    @Test("every kind of value is read, members in their order")
    func values() throws {
        let text =
            #" {"b":[1,-2.5e+1,0],"a":{"x":null,"x":true},"t":"\"\\\/\b\f\n\r\t\u00e9\uD83D\uDE00ü","e":[],"o":{}} "#
        let value = try JSONValue(parsing: text.utf8)
        #expect(value.members?.map(\.name) == ["b", "a", "t", "e", "o"])
        #expect(value["b"]?.elements?.map(\.integer) == [1, -25, 0])
        #expect(value["b"]?.elements?[1].double == -25)
        #expect(value["a"]?["x"] == .bool(true))
        #expect(value["a"]?.members?.count == 2)
        #expect(value["t"]?.text == "\"\\/\u{8}\u{C}\n\r\té😀ü")
        #expect(value["e"]?.elements?.isEmpty == true)
        #expect(value["o"]?.members?.isEmpty == true)
        #expect(value["nothing"] == nil)
    }

    @Test(
        "what is wrong is told by line and column",
        arguments: [
            ("", 1, 1, "a value"), ("{\"a\":1,\n \"b\":,}", 2, 6, "a value"), ("{\"a\":1", 1, 7, "a comma or }"),
            ("{\"é\":1,\"b\":x}", 1, 12, "a value"), ("[1,]", 1, 4, "a value"), ("[1 2]", 1, 4, "a comma or ]"),
            ("{\"a\" 1}", 1, 6, "a colon"), ("{a:1}", 1, 2, "a key in quotes"),
            ("{\"a\":1}}", 1, 8, "the end of the text"),
            ("\"a\nb\"", 1, 3, "no control character within a text"), ("\"a", 1, 3, "the closing quote of a text"),
            ("\"\\x\"", 1, 3, "an escaped character"), ("\"\\u12\"", 1, 6, "four hexadecimal digits"),
            ("\"\\uD800\"", 1, 4, "a complete character"), ("\"\\uDE00\"", 1, 4, "a complete character"),
            ("01", 1, 2, "the end of the text"),
            ("1.", 1, 3, "a digit"), ("-", 1, 2, "a digit"), ("1e+", 1, 4, "a digit"), ("tru", 1, 1, "a value"),
        ])
    func faults(_ text: String, _ line: Int, _ column: Int, _ expected: String) {
        #expect(throws: JSONFault(line: line, column: column, expected: expected)) {
            try JSONValue(parsing: text.utf8)
        }
    }

    @Test("64 values within one another are read, 65 are refused")
    func depth() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        _ = try JSONValue(parsing: nested(64).utf8)
        #expect(throws: JSONFault.self) { try JSONValue(parsing: nested(65).utf8) }
    }

    @Test("text that is not UTF-8 is refused, not changed")
    func encoding() {
        #expect(throws: JSONFault.self) { try JSONValue(parsing: [0x22, 0xFF, 0x22]) }
    }

    @Test("a number that is not whole, or does not fit, is no integer")
    func integers() throws {
        #expect(try JSONValue(parsing: "1.5".utf8).integer == nil)
        #expect(try JSONValue(parsing: "99999999999999999999".utf8).integer == nil)
        #expect(try JSONValue(parsing: "1e3".utf8).integer == 1000)
        #expect(try JSONValue(parsing: "1e999".utf8).double == nil)
    }

    @Test("any cut or changed byte is read or refused, and nothing else happens")
    func hostile() throws {
        let text = Array(#"{"v":1,"ssid":[{"p":"Fl\u00e9ck-","t":"Flock","e":true}],"n":-1.5e3,"x":null}"#.utf8)
        for index in text.indices {
            _ = try? JSONValue(parsing: text[..<index])
            for value in [0x00, 0x22, 0x5C, 0x7B, 0x7D, 0xFF] as [UInt8] {
                var changed = text
                changed[index] = value
                _ = try? JSONValue(parsing: changed)
            }
        }
    }
}
