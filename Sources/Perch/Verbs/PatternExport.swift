import GatewayModel
import ArgumentParser
import Failures
import FlockFinder
import GatewayClient

/// `perch pattern export`: writes patterns to a file.
struct PatternExportVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write the patterns, as a config or as comma-separated values.",
        discussion: """
            compact is the config format of the app, nested that of the firmware. csv has everything known about each \
            pattern; it puts an apostrophe before text that a spreadsheet would take for a formula, and import \
            removes it. Writes to standard output, or to a file, which appears once it is complete.
            """)

    @Option(help: "compact, nested or csv; without it, csv for a file named .csv, else nested.")
    var format: PatternFile.Format?

    @Flag(help: "Only enabled patterns.")
    var enabled = false

    @OptionGroup var frame: ExportFrame

    func run(_ client: GatewayClient, _ output: VerbOutput) async throws {
        let isCSV = frame.file.output?.lowercased().hasSuffix(".csv") == true
        let export = try await client.exportPatterns(
            format: format ?? (isCSV ? .csv : .nested), enabled: enabled ? true : nil)
        if export.leftOut > 0 {
            say("perch: Left out \(counted(export.leftOut, "pattern")) of a kind that configs do not have.")
        }
        try await frame.file.write(output) { append in
            try await append(Array(export.text.utf8))
            return counted(export.count, "pattern")
        }
    }
}

extension PatternFile.Format: ExpressibleByArgument {}
