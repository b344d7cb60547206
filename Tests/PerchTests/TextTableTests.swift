import Testing

@testable import Perch

@Suite struct TextTableTests {
    private static let uuid = "5E1F7A10-3C2B-4D9E-8A77-0B6C1D2E3F40"

    private static func table() -> TextTable {
        var table = TextTable(.right("No."), "Table", "Beacon", "UUID", "Major/Minor", "Empty")
        table.add("9", "Table 9", "48:87:2d:13:00:01", TextTable.Cell(uuid), "1/9", "")
        table.add("10", "Bar\u{1B}[2J", "-", TextTable.Cell(uuid), "65535/65535", "", note: "not yet")
        return table
    }

    @Test("each row is a line below the header where there is no window, and empty columns are left out")
    func pipe() {
        #expect(
            Self.table().lines(width: nil) == [
                "No.  Table    Beacon             UUID                                  Major/Minor",
                "  9  Table 9  48:87:2d:13:00:01  5E1F7A10-3C2B-4D9E-8A77-0B6C1D2E3F40  1/9",
                " 10  Bar·[2J  -                  5E1F7A10-3C2B-4D9E-8A77-0B6C1D2E3F40  65535/65535", "    not yet",
            ])
    }

    @Test("in a window rows go on below, and no cell is broken", arguments: [40, 80, 200])
    func window(width: Int) {
        let lines = Self.table().lines(width: width)
        #expect(lines.allSatisfy { $0.count <= max(width, 40) }, "\(lines)")
        #expect(lines.count { $0.contains(Self.uuid) } == 2)
        #expect(lines.count == (width == 40 ? 10 : width == 80 ? 7 : 4), "\(lines)")
        // Every value has the title of its column above it.
        for (title, value) in [("Table", "Table 9"), ("UUID", Self.uuid), ("Major/Minor", "65535/65535")] {
            let places = lines.compactMap { line in
                line.range(of: title).map { line.distance(from: line.startIndex, to: $0.lowerBound) }
            }
            let shown = lines.compactMap { line in
                line.range(of: value).map { line.distance(from: line.startIndex, to: $0.lowerBound) }
            }
            #expect(places.first == shown.first, "\(title): \(lines)")
        }
    }

    @Test("a colour takes no room, and nothing is a table of no rows")
    func colours() {
        var table = TextTable("", "Name")
        #expect(table.lines(width: 80).isEmpty)
        table.add(TextTable.Cell("✓", colour: "32"), "窓")
        #expect(table.lines(width: 80) == ["   Name", "\u{1B}[32m✓\u{1B}[0m  窓"])
    }
}
