import Testing

@testable import CP28

@Suite("Names that count")
struct TableNameTests {
    @Test(
        "digits at the end count, and keep their zeros",
        arguments: [
            ("Table 9", "Table 10"), ("T-09", "T-10"), ("T-99", "T-100"), ("Table 99", "Table 100"), ("7", "8"),
            ("000", "001"), ("A1", "A2"), ("Tisch Ä 9", "Tisch Ä 10"), ("99999999999999999999 1", nil),
            ("9999999999999999999", "10000000000000000000"), ("99999999999999999999", nil),
            (String(repeating: "9", count: 200), nil), ("18446744073709551615", "18446744073709551616"),
        ])
    func digits(_ name: String, _ next: String?) {
        #expect(TableName.next(after: name) == next)
    }

    @Test(
        "one or two letters of one case that stand alone count",
        arguments: [
            ("Patio A", "Patio B"), ("Z", "AA"), ("AZ", "BA"), ("a", "b"), ("z", "aa"), ("Row-AB", "Row-AC"),
            ("12b", "12c"), ("12Z", "12AA"), ("Patio/Z", "Patio/AA"), ("Terrace and Bar zz", nil), ("ZZ", nil),
        ])
    func letters(_ name: String, _ next: String?) {
        #expect(TableName.next(after: name) == next)
    }

    @Test(
        "what does not count has no next",
        arguments: [
            "", " ", "Bar", "Patio", "AAA", "Ab", "aB", "Table No", "Joe's", "Ä", "ÄA", "e\u{301}", "9\u{301}",
            "Table 9 ",
            "T9!", "٣",
        ])
    func nothing(_ name: String) {
        #expect(TableName.next(after: name) == nil)
    }

    @Test("a name of 20 characters has a next that fits, or none")
    func length() {
        #expect(TableName.next(after: "Table number four 18") == "Table number four 19")
        #expect(TableName.next(after: "Table number four 99") == nil)
        #expect(TableName.next(after: "Corner of the bar  Z") == nil)
    }

    @Test("counting from A goes through all 702 of its kind, none twice")
    func all() {
        var names = ["A"]
        while let next = names.last.flatMap(TableName.next(after:)), names.count < 1_000 { names.append(next) }
        #expect(names.count == 702 && Set(names).count == 702 && names.last == "ZZ")
    }

    @Test("the highest is the last of those that differ only in what counts, of the most frequent kind")
    func highest() {
        #expect(TableName.highest(of: ["Table 9", "Table 10", "Bar", "Patio A", "Table 2"]) == "Table 10")
        #expect(TableName.highest(of: ["T-009", "T-10"]) == "T-10")
        #expect(TableName.highest(of: ["A_B", "A_C", "A_Z", "A_AA"]) == "A_AA")
        #expect(TableName.highest(of: ["Table 1", "Table A", "Table a"]) == "Table a")
        #expect(TableName.highest(of: ["Patio B", "Table 7"]) == "Table 7")
        #expect(TableName.highest(of: ["Table 7", "Patio B"]) == "Patio B")
        #expect(TableName.highest(of: ["99999999999999999999", "100"]) == "100")
        #expect(TableName.highest(of: ["Bar", "", "ZZ"]) == nil)
        #expect(TableName.highest(of: []) == nil)
    }

    @Test("what a beacon is called is plain ASCII that fits")
    func onAir() {
        let names = ["Table 1", "Tür an der großen Terrasse", "窓"].map { TableName.onAir($0, servicePoint: 3) }
        #expect(names == ["Table 1", "Tur an der grossen T", "Point 3"])
    }

    @Test("a free name follows the highest, or the one that is given, and is nobody's whatever the capitals")
    func free() {
        #expect(TableName.free(among: []) == "Table 1")
        #expect(TableName.free(among: ["Table 1", "Table 3"]) == "Table 4")
        #expect(TableName.free(after: "Table 1", among: ["Table 1", "TABLE 2", "Table 3"]) == "Table 4")
        #expect(TableName.free(after: "Bar", among: []) == nil)
    }
}
