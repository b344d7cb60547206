import Advertising
import LineFormats
import GatewayModel
import TestSupport
import Testing

@testable import Perch

@Suite struct TableReportTests {
    private static let nasty = "<script>alert(\"1\")</script>&'"
    private let at = Timestamp(microsecondsSince1970: 1_767_637_845_123_456)

    private func report(_ runs: [ProvisioningRun]) -> TableReport { TableReport([], newestOf: runs, at: at) }

    @Test("each beacon stands once with its newest run, in the order in which people count")
    func newest() {
        let report = report([
            .example(id: 5, address: BluetoothAddress(0xA), name: "Table 10"),
            .example(id: 4, address: BluetoothAddress(0xB), name: "Table 9"),
            .example(id: 3, state: .failed, address: BluetoothAddress(0xA), name: "Table 1"),
            .example(id: 2, address: BluetoothAddress(0xC), name: "Bar"),
            .example(id: 1, address: BluetoothAddress(0xD), name: "T-010"),
        ])
        #expect(report.rows.compactMap(\.run?.id) == [2, 1, 4, 5])
    }

    @Test("each table stands once, with its beacon's newest check, and beacons of no table behind their names")
    func tables() {
        func table(_ id: Int64, _ state: TableState, run: Int64?, address: BluetoothAddress?) -> PayfritTable {
            PayfritTable(
                id: id, state: state, reason: state == .planned ? "why <it>" : nil, base: "b", business: 3,
                servicePoint: Int(id), name: "Table \(id)", uuid: ProximityUUID(7), major: 1, minor: Int(id),
                address: address,
                run: run, registration: nil, beacon: nil, businessName: id == 2 ? "Marl Bar" : nil,
                registered: state == .registered ? at : nil, created: at, updated: at)
        }
        var checked = ProvisioningRun.example(id: 7, address: BluetoothAddress(0xA), name: "Table 2")
        checked.seenRSSI = -61
        let report = TableReport(
            [
                table(10, .planned, run: nil, address: nil),
                table(2, .registered, run: 7, address: BluetoothAddress(0xA)),
            ],
            newestOf: [
                .example(id: 8, address: BluetoothAddress(0xB), name: "Bar"), checked,
                .example(id: 1, address: BluetoothAddress(0xA)),
            ], at: at)
        #expect(report.rows.map(\.name) == ["Bar", "Table 2", "Table 10"])
        let records = CSVRecords(Array(report.csv.utf8)).records.map { $0.fields ?? [] }
        let rows = records.dropFirst().map { Dictionary(zip(records[0], $0)) { $1 } }
        #expect(rows[1]["state"] == "registered" && rows[1]["registered"] == at.description)
        #expect(rows[1]["signal"] == "-61" && rows[1]["business"] == "Marl Bar" && rows[1]["run_state"] == "verified")
        #expect(rows[2]["state"] == "planned" && rows[2]["signal"] == "" && rows[2]["business"] == "3")
        #expect(rows[0]["business"] == "" && rows[0]["table"] == "")
        #expect(report.html.contains("2 tables, 1 beacon at no table, 1 planned, 1 registered, 1 verified"))
        #expect(report.html.contains("-61 dBm") && report.html.contains("why &lt;it&gt;"))
    }

    @Test("a beacon that says it is a table's, and is not the one that the table has, is none of it")
    func former() {
        func table(_ minor: Int, address: BluetoothAddress?) -> PayfritTable {
            PayfritTable(
                id: Int64(minor), state: address == nil ? .planned : .registered, reason: nil, base: "b", business: 3,
                servicePoint: minor, name: "Table \(minor)", uuid: ProximityUUID(7), major: 1, minor: minor,
                address: address,
                run: nil,
                registration: nil, beacon: nil, created: at, updated: at)
        }
        func run(_ id: Int64, _ address: BluetoothAddress, _ minor: Int) -> ProvisioningRun {
            var run = ProvisioningRun.example(id: id, address: address, name: "Table \(minor)")
            (run.uuid, run.major, run.minor) = (ProximityUUID(7), 1, minor)
            return run
        }
        let report = TableReport(
            [table(1, address: BluetoothAddress(1)), table(2, address: nil)],
            newestOf: [run(3, BluetoothAddress(2), 1), run(2, BluetoothAddress(3), 2), run(1, BluetoothAddress(4), 9)],
            at: at)
        #expect(report.rows.map(\.state) == ["registered", "former", "planned", "former", "verified"])
        #expect(
            report.rows.compactMap(\.reason) == ["Table 1 has another beacon now.", "Table 2 has no beacon now."])
        // Only the beacon without a table is in order.
        #expect(report.html.components(separatedBy: "<td class=\"mark\">✓</td>").count == 2)
    }

    @Test("names are in the order in which people count")
    func naturalOrder() {
        let names = ["", "A", "Patio A", "Patio B", "T-9", "T-010", "Table 2", "Table 2b", "Table 10", "Table 10 a"]
        #expect(names.shuffled().sorted { NaturalOrder($0) < NaturalOrder($1) } == names)
    }

    @Test("nothing that a spreadsheet would compute comes into the CSV, and quotes are doubled")
    func csvFields() {
        #expect(TableReport.csvField("Table 7") == "Table 7")
        #expect(TableReport.csvField("a,\"b\"") == "\"a,\"\"b\"\"\"")
        #expect(TableReport.csvField("a\r\nb") == "\"a\r\nb\"")
        for begin in ["=", "+", "-", "@", "\t"] {
            #expect(TableReport.csvField("\(begin)1") == "'\(begin)1")
        }
        #expect(TableReport.csvField("\r1") == "\"'\r1\"")
        #expect(TableReport.csvField("=\"x\",1") == "\"'=\"\"x\"\",1\"")
    }

    @Test("the CSV has a row a beacon, which a reader of CSV takes apart again")
    func csv() {
        let reason = RunReason(code: "x", message: "It said \"no\",\nthen nothing.", hint: "=1+1")
        let csv = report([.example(state: .failed, step: 3, reason: reason, name: "=cmd")]).csv
        let table = CSVRecords(Array(csv.utf8))
        #expect(table.faults.isEmpty && table.records.count == 2)
        let titles = table.records.first?.fields ?? []
        let fields = table.records.last?.fields ?? []
        #expect(titles.count == fields.count)
        let row = Dictionary(zip(titles, fields)) { $1 }
        #expect(row["name"] == "'=cmd" && row["message"] == reason.message && row["next"] == "'=1+1")
        #expect(row["rssi_at_1m"] == "-59" && row["state"] == "failed")
    }

    @Test("the page escapes everything, needs nothing from elsewhere, and can be printed")
    func html() {
        let reason = RunReason(code: "x", message: Self.nasty, hint: Self.nasty)
        var run = ProvisioningRun.example(state: .failed, reason: reason, name: Self.nasty)
        run.profile = Self.nasty
        let page = report([run]).html
        #expect(!page.contains("<script"))
        #expect(page.contains("&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;&#39;"))
        #expect(!page.contains("http") && !page.contains("src=") && !page.contains("@import"))
        #expect(page.contains("@media print"))
        #expect(page.contains("1 beacon at no table, 1 failed."))
    }

    @Test("a page of simulated beacons says so")
    func simulated() {
        var run = ProvisioningRun.example()
        #expect(!report([run]).html.contains("SIMULATED"))
        run.simulated = true
        #expect(report([run]).html.contains("SIMULATED"))
    }
}
