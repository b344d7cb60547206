import Randomness
import CP28
import GatewayModel
import SimulatedDongle
import Testing

@testable import Perch

@Suite struct PlanSheetTests {
    private static let uuid = "5E1F7A10-3C2B-4D9E-8A77-0B6C1D2E3F40"

    private func sheet(_ text: String, _ defaults: PlanSheet.Defaults = .init()) -> PlanSheet {
        PlanSheet(Array(text.utf8), defaults: defaults, banList: .example)
    }

    private func address(_ number: Int) -> String { "48:87:2d:11:00:0\(number)" }

    @Test("columns stand in any order, and what is empty follows from the row above")
    func follows() {
        let sheet = sheet(
            """
            minor, NAME ,address,major,uuid,tx_power
            9,Table 9,\(address(1)),1201,\(Self.uuid.lowercased()),
            ,Bar,\(address(2).uppercased()),,,7
            20,Foyer,\(address(3)),1202,,
            """)
        #expect(sheet.faults.isEmpty)
        #expect(sheet.items.map(\.minor) == [9, 10, 20])
        #expect(sheet.items.map(\.major) == [1201, 1201, 1202])
        #expect(sheet.items.map(\.uuid.description) == Array(repeating: Self.uuid, count: 3))
        #expect(sheet.items.map(\.address.description) == [1, 2, 3].map(address))
        #expect(sheet.items.map(\.txPower) == [nil, 7, nil])
    }

    @Test("an empty name is the one that follows")
    func names() {
        let sheet = sheet(
            "address,name,minor\n\(address(1)),Table 9,1\n\(address(2)),,\n\(address(3)),,\n",
            .init(uuid: Self.uuid, major: 7))
        #expect(sheet.faults.isEmpty)
        #expect(sheet.items.map(\.name) == ["Table 9", "Table 10", "Table 11"])
        #expect(sheet.items.map(\.major) == [7, 7, 7])
    }

    @Test("without a column the options count, and without both it is told")
    func columns() {
        #expect(
            sheet("address,minor,colour,minor\n").faults.map(\.message) == [
                "no column is called \"colour\"", "the column minor appears twice", "the column name is missing",
                "the column uuid is missing, and no --uuid was given",
                "the column major is missing, and no --major was given",
            ])
        #expect(sheet("").faults.map(\.message) == ["there is no header"])
        let empty = sheet("address,name,minor\n", .init(uuid: Self.uuid, major: 1))
        #expect(empty.faults.map(\.message) == ["there is no row below the header"])
        #expect(sheet("address;name\n").faults.first?.message.contains("commas") == true)
    }

    @Test(
        "a bad row is told with its line and what is wrong, and nothing comes of the table",
        arguments: [
            ("48:87:2d:11:00,B,UUID,1,2", "not an address"), (",B,UUID,1,2", "no address"),
            ("ADDRESS,A name of 21 letters!,UUID,1,2", "21 characters"), ("ADDRESS,Tür,UUID,1,2", "cannot store"),
            ("ADDRESS,B,5E1F,1,2", "not a UUID"), ("ADDRESS,B,UUID,65536,2", "65536 is not a major"),
            ("ADDRESS,B,UUID,1,-1", "-1 is not a minor"), ("ADDRESS,B,UUID,1,1e3", "not a number"),
            ("ADDRESS,B,UUID,1", "4 fields, the header 5"), ("ADDRESS,B,UUID,1,2,3", "6 fields"),
            ("ADDRESS,B,FDA50693-A4E2-4FB1-AFCF-C6EB07647825,1,2", "generic, Feasycom"),
            ("ADDRESS,B,00000000-0000-0000-0000-000000000000,1,2", "belongs to some maker"),
            ("ADDRESS,\"B,UUID,1,2", "never closed"), ("48:87:2d:11:00:01,B,UUID,1,2", "already used by line 2"),
            ("ADDRESS,A,UUID,1,2", "the name \"A\" is already used by line 2"), ("ADDRESS,B,UUID,1,1", "identity"),
        ])
    func badRow(_ row: String, _ wanted: String) {
        let row = row.replacing("ADDRESS", with: address(2)).replacing("UUID", with: Self.uuid)
        let sheet = sheet("address,name,uuid,major,minor\n\(address(1)),A,\(Self.uuid),1,1\n\n\(row)\n")
        #expect(sheet.faults.map(\.place) == [4])
        #expect(sheet.faults.first?.message.contains(wanted) == true, "\(sheet.faults)")
        #expect(sheet.items.isEmpty)
    }

    @Test(
        "columns that are optional are checked as well",
        arguments: [
            ("rssi_at_1m", "1"), ("interval_ms", "0"), ("interval_ms", "25600"), ("interval_ms", "150"),
            ("tx_power", "8"), ("tx_power", "-1"), ("address_type", "static"),
        ])
    func optional(_ column: String, _ value: String) {
        let sheet = sheet("address,name,uuid,major,minor,\(column)\n\(address(1)),A,\(Self.uuid),1,1,\(value)\n")
        #expect(sheet.faults.map(\.place) == [2])
    }

    @Test("everything that is wrong in a row is told, and what follows from it is not told again")
    func allAtOnce() {
        let sheet = sheet(
            """
            address,name,uuid,major,minor,tx_power
            x,Tür,y,70000,70001,9
            \(address(2)),,,,,
            \(address(3)),B,,,2,
            """)
        #expect(sheet.faults.filter { $0.place == 2 }.count == 6)
        #expect(sheet.faults.filter { $0.place > 2 }.isEmpty, "\(sheet.faults)")
    }

    @Test("the first row has to say everything")
    func firstRow() {
        let sheet = sheet("address,name,uuid,major,minor\n\(address(1)),,,,\n")
        #expect(sheet.faults.count == 4 && sheet.faults.allSatisfy { $0.place == 2 })
    }

    @Test("a minor beyond the last is told")
    func lastMinor() {
        let sheet = sheet(
            "address,name,uuid,major,minor\n\(address(1)),A,\(Self.uuid),1,65535\n\(address(2)),B,,,\n")
        #expect(sheet.faults.map(\.message) == ["65536 is not a minor; the range is 0...65535"])
    }

    @Test("a table of too many rows is told")
    func tooMany() {
        let rows = (0...PlanCheck.itemLimit).map { number in
            let last = String(0x100000 + number, radix: 16).suffix(4)
            return "48:87:2d:11:\(last.prefix(2)):\(last.suffix(2)),T\(number),\(Self.uuid),1,\(number)\n"
        }
        let sheet = sheet("address,name,uuid,major,minor\n" + rows.joined())
        #expect(sheet.faults == [PlanFault(place: 1002, message: "there are more than 1000 rows")])
    }

    @Test("of many faults twenty are told and the rest is counted")
    func bounded() {
        let failure = PlanFailure(
            file: "t.csv", unit: "line", faults: (1...25).map { PlanFault(place: $0, message: "it is wrong") })
        #expect(failure.lines.count == 21)
        #expect(
            failure.lines.first == "perch: t.csv, line 1: it is wrong." && failure.lines.last == "perch: … and 5 more.")
    }

    @Test("noise is read without a crash, and every fault has a line", arguments: 0..<200 as Range<UInt64>)
    func noise(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let words = [
            address(1), "A", Self.uuid, "1", ",", ",", ",", ",", "\n", "\"", "-", "9999999999999999999999", " ", "x",
        ]
        let body = (0..<Int.random(in: 0...40, using: &random)).compactMap { _ in words.randomElement(using: &random) }
        let sheet = sheet("address,name,uuid,major,minor\n" + body.joined())
        #expect(sheet.faults.allSatisfy { $0.place >= 1 })
        #expect(sheet.faults.isEmpty != sheet.items.isEmpty)
    }
}
