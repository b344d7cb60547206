import Randomness
import LineFormats
import SimulatedDongle
import Testing

@Suite struct CSVRecordsTests {
    private func records(_ text: String) -> CSVRecords { CSVRecords(Array(text.utf8)) }

    @Test("fields may be quoted, with commas, quotation marks and line ends in them")
    func quoting() {
        let table = records("a,\"b,\"\"c\"\"\",\"d\r\ne\"\r\nf , \"g\",\r\n")
        #expect(table.faults.isEmpty)
        #expect(table.records.map(\.fields) == [["a", "b,\"c\"", "d\r\ne"], ["f", "g", ""]])
        #expect(table.records.map(\.line) == [1, 3])
    }

    @Test("lines end with CRLF, LF or CR, and the last one may lack its end", arguments: ["\r\n", "\n", "\r"])
    func lineEnds(_ end: String) {
        for text in ["a,b\(end)c,d", "a,b\(end)c,d\(end)"] {
            let table = records(text)
            #expect(table.records.map(\.fields) == [["a", "b"], ["c", "d"]])
            #expect(table.records.map(\.line) == [1, 2])
        }
        #expect(records("a\(end)\(end),\(end)b").records.map(\.line) == [1, 4])
    }

    @Test("a byte order mark in front is no part of the first field")
    func mark() {
        #expect(CSVRecords([0xEF, 0xBB, 0xBF, UInt8(ascii: "a")]).records.first?.fields == ["a"])
    }

    @Test(
        "what is malformed is told with its line, once a record, and the others are read",
        arguments: [
            ("a\nb\"c\nd", 2), ("a\n\"b\"c\nd", 2), ("a\nd\n\"b\n\nc", 3), ("a\nb \"c\"\"d\"\nd", 2),
        ])
    func malformed(_ text: String, _ line: Int) {
        let table = records(text)
        #expect(table.faults.map(\.line) == [line])
        #expect(table.records.compactMap(\.fields) == [["a"], ["d"]])
        #expect(table.records.count == 3)
    }

    @Test("what is not UTF-8 is told with its line")
    func notUTF8() {
        #expect(CSVRecords(Array("a\n".utf8) + [0xFF, 0xFE]).faults.map(\.line) == [2])
    }

    @Test("blanks at the ends of a field are part of it only in quotation marks, and only where that is asked for")
    func blanks() {
        let text = Array("\" a \" , b ,\" \"".utf8)
        #expect(CSVRecords(text).records.map(\.fields) == [["a", "b", ""]])
        #expect(CSVRecords(text, keepsQuotedBlanks: true).records.map(\.fields) == [[" a ", "b", " "]])
    }

    @Test("whatever fields hold, they come back from their quotes", arguments: 0..<200 as Range<UInt64>)
    func roundTrip(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let alphabet = Array("ab,\"\r\n ;é")
        let rows = (0..<Int.random(in: 1...5, using: &random)).map { _ in
            (0..<3).map { _ in
                // Blanks at both ends are left out by design.
                "x"
                    + String(
                        (0..<Int.random(in: 0...6, using: &random)).compactMap { _ in
                            alphabet.randomElement(using: &random)
                        }) + "x"
            }
        }
        let text = rows.map {
            $0.map { "\"" + $0.replacing("\"", with: "\"\"") + "\"" }.joined(separator: ",") + "\r\n"
        }
        let table = records(text.joined())
        #expect(table.faults.isEmpty)
        #expect(table.records.map(\.fields) == rows)
    }

    @Test("noise is read without a crash, and every fault has a line of the file", arguments: 0..<200 as Range<UInt64>)
    func noise(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let alphabet: [UInt8] = Array("a,\"\r\n \t".utf8) + [0xFF]
        let bytes = (0..<Int.random(in: 0...60, using: &random)).compactMap { _ in
            alphabet.randomElement(using: &random)
        }
        let table = CSVRecords(bytes)
        let lines = 1 + bytes.filter { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }.count
        #expect(table.faults.allSatisfy { (1...lines).contains($0.line) })
        #expect(table.faults.count == table.records.filter { $0.fields == nil }.count)
    }
}
