import ArgumentParser
import Failures
import GatewayClient
import GatewayModel
import Glibc
import JSONLines

/// `perch provision report`: a list of the tables and their beacons, to keep or to print.
struct ProvisionReport: AsyncParsableCommand {
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case csv, html
    }

    static let configuration = CommandConfiguration(
        commandName: "report", abstract: "Write a list of the tables and their beacons, as CSV or as a page to print.",
        discussion: """
            Every table that was planned on this gateway with its beacon, and every other beacon with its newest run, by name. To \
            standard output, or to a file that appears when it is whole. The page needs nothing from elsewhere.
            """)

    @Option(help: "csv or html.")
    var format: Format

    @Option(help: "Only the tables and beacons of this batch.")
    var batch: Int64?

    @Option(name: .shortAndLong, help: "The file; without it standard output.", completion: .file())
    var output: String?

    @Flag(help: "Replace the file if it is there.")
    var force = false

    @OptionGroup
    var payfrit: PayfritOptions

    func run() async throws {
        try await OutputOptions.prose { sink in
            if let output, !force, access(output, F_OK) == 0 { throw Failure.exists(output) }
            let report = try await payfrit.withPayfrit(sink, delivers: false, hasBanner: false) { client, _ in
                var runs: [ProvisioningRun] = []
                for try await page in RunPages(client: client, output: sink, batch: batch) { runs += page }
                var tables = try await sink.allTables(of: client)
                if batch != nil { tables.removeAll { table in !runs.contains { $0.id == table.run } } }
                return TableReport(tables, newestOf: runs, at: .now)
            }
            let bytes = Array((format == .csv ? report.csv : report.html).utf8)
            guard let output else { return await sink.write(bytes) }
            var file = try PartialFile(output)
            do {
                try file.append(bytes)
                try file.finish(replacing: force)
            } catch {
                file.discard()
                throw error
            }
            say("perch: \(output): \(counted(report.rows.count, "row")).")
        }
    }
}
