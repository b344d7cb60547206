import Testing

@testable import Perch

struct TableSheetTests {
    @Test("names and, where there are any, addresses are read, in any order of columns")
    func rows() {
        let sheet = TableSheet(Array("Address,NAME\n48:87:2d:11:00:01,Bar\n,Terrace\n".utf8))
        #expect(sheet.faults.isEmpty)
        #expect(sheet.rows.map(\.name) == ["Bar", "Terrace"])
        #expect(sheet.rows.map(\.address) == ["48:87:2d:11:00:01", nil])
        #expect(TableSheet(Array("name\nBar\n".utf8)).rows.count == 1)
    }

    @Test(
        "what cannot be planned is told with its line, and then there are no rows",
        arguments: [
            ("", 1), ("address\n", 1), ("name\n", 1), ("name,uuid\nBar,1\n", 1), ("name\nBar\nBar\n", 3),
            ("name,address\nBar,x\n", 2), ("name,address\nBar\n", 2), ("name,address\n,48:87:2d:11:00:01\n", 2),
            ("name\nA name that no beacon has room for\n", 2),
        ])
    func faults(text: String, line: Int) {
        let sheet = TableSheet(Array(text.utf8))
        #expect(sheet.rows.isEmpty && sheet.faults.contains { $0.place == line }, "\(sheet.faults)")
    }
}
