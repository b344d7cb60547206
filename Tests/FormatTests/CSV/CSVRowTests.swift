import Randomness
import LineFormats
import SimulatedDongle
import Testing

@Suite struct CSVRowTests {
    @Test(
        "a field is in quotation marks where it needs them",
        arguments: [
            ("a b", "a b"), ("", ""), ("a,b", "\"a,b\""), ("\"", "\"\"\"\""), (" a", "\" a\""), ("a\t", "\"a\t\""),
            ("a\r\nb", "\"a\r\nb\""),
        ])
    func field(_ text: String, _ written: String) {
        #expect(CSVRow.field(text) == written)
    }

    @Test("whatever fields hold, they are read as they were written", arguments: 0..<200 as Range<UInt64>)
    func roundTrip(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let alphabet = Array("ab,\"\r\n ;é\t")
        let rows = (0..<Int.random(in: 1...5, using: &random)).map { _ in
            ["x"]
                + (0..<3).map { _ in
                    String(
                        (0..<Int.random(in: 0...6, using: &random)).compactMap { _ in
                            alphabet.randomElement(using: &random)
                        })
                }
        }
        let table = CSVRecords(Array(rows.map(CSVRow.text).joined().utf8), keepsQuotedBlanks: true)
        #expect(table.faults.isEmpty)
        #expect(table.records.map(\.fields) == rows)
    }
}
