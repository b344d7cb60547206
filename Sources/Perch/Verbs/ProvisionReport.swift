import ArgumentParser
import Failures
import GatewayClient
import GatewayModel
import LineFormats

/// `perch provision report`: writes a list of the tables and their beacons, to keep or to print.
struct ProvisionReport: LocalVerb {
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case csv, html
    }

    static let configuration = CommandConfiguration(
        commandName: "report", abstract: "Write a list of the tables and their beacons, as CSV or as a page to print.",
        discussion: """
            Lists every table that was planned on this gateway with its beacon, and every other beacon with its \
            newest run, by name. Writes to standard output, or to a file, which appears once it is complete. The page \
            loads nothing from elsewhere.
            """)

    @Option(help: "csv or html.")
    var format: Format

    @Option(help: "Only the tables and beacons of this batch.")
    var batch: Int64?

    @OptionGroup var file: ExportFileOptions
    @OptionGroup var payfrit: PayfritOptions

    var frame: ProseFrame { ProseFrame() }

    func run(_ output: VerbOutput) async throws {
        try file.check()
        let report = try await payfrit.withPayfrit(output, delivers: false, hasBanner: false) { client, _ in
            var runs: [ProvisioningRun] = []
            for try await page in RunPages(client: client, batch: batch) { runs += page }
            var tables = try await client.allTables()
            if batch != nil { tables.removeAll { table in !runs.contains { $0.id == table.run } } }
            return TableReport(tables, newestOf: runs, at: .now)
        }
        try await file.write(output) { append in
            try await append(Array((format == .csv ? report.csv : report.html).utf8))
            return counted(report.rows.count, "row")
        }
    }
}
