import CSV
import GatewayModel
import JSONLines
import Testing

@testable import Perch

@Suite struct RunReportTests {
    private static let nasty = "<script>alert(\"1\")</script>&'"
    private let at = Timestamp(microsecondsSince1970: 1_767_637_845_123_456)

    private func report(_ runs: [ProvisioningRun]) -> RunReport { RunReport(newestOf: runs, at: at) }

    @Test("each beacon stands once with its newest run, in the order in which people count")
    func newest() {
        let report = report([
            .example(id: 5, address: "a", name: "Table 10"), .example(id: 4, address: "b", name: "Table 9"),
            .example(id: 3, state: .failed, address: "a", name: "Table 1"),
            .example(id: 2, address: "c", name: "Bar"), .example(id: 1, address: "d", name: "T-010"),
        ])
        #expect(report.runs.map(\.id) == [2, 1, 4, 5])
    }

    @Test("names are in the order in which people count")
    func naturalOrder() {
        let names = ["", "A", "Patio A", "Patio B", "T-9", "T-010", "Table 2", "Table 2b", "Table 10", "Table 10 a"]
        #expect(names.shuffled().sorted { NaturalOrder($0) < NaturalOrder($1) } == names)
    }

    @Test("nothing that a spreadsheet would compute comes into the CSV, and quotes are doubled")
    func csvFields() {
        #expect(RunReport.csvField("Table 7") == "Table 7")
        #expect(RunReport.csvField("a,\"b\"") == "\"a,\"\"b\"\"\"")
        #expect(RunReport.csvField("a\r\nb") == "\"a\r\nb\"")
        for begin in ["=", "+", "-", "@", "\t"] {
            #expect(RunReport.csvField("\(begin)1") == "'\(begin)1")
        }
        #expect(RunReport.csvField("\r1") == "\"'\r1\"")
        #expect(RunReport.csvField("=\"x\",1") == "\"'=\"\"x\"\",1\"")
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
        var run = ProvisioningRun.example(state: .failed, reason: reason, address: Self.nasty, name: Self.nasty)
        run.uuid = Self.nasty
        let page = report([run]).html
        #expect(!page.contains("<script"))
        #expect(page.contains("&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;&#39;"))
        #expect(!page.contains("http") && !page.contains("src=") && !page.contains("@import"))
        #expect(page.contains("@media print"))
        #expect(page.contains("1 beacon, 1 failed."))
    }

    @Test("a page of simulated beacons says so")
    func simulated() {
        var run = ProvisioningRun.example()
        #expect(!report([run]).html.contains("SIMULATED"))
        run.simulated = true
        #expect(report([run]).html.contains("SIMULATED"))
    }
}
