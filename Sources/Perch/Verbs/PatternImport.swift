import DongleLink
import ArgumentParser
import Failures
import GatewayClient
import GatewayModel
import LineFormats

/// `perch pattern import`: reads patterns from a file.
struct PatternImportVerb: PreparedVerb {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Add and change patterns from a file.",
        discussion: """
            The file is a config in either dialect, lists of patterns in JSON, or comma-separated values with the \
            columns kind, pattern and type, and optionally enabled, case_sensitive, source, confidence and \
            description. Perch recognises the format. Scan settings in the file are imported, too. Values that the \
            file does not have stay as they are; nothing is removed. If a row is no valid pattern, nothing is \
            imported, unless --skip-bad is given. A dry run ends as the import would.
            """)

    @Argument(help: "The file, at most 8 MiB; - is standard input.", completion: .file())
    var file: String

    @Flag(help: "Only show what would change.")
    var dryRun = false

    @Flag(help: "Skip rows that are no valid patterns, and import the rest.")
    var skipBad = false

    @OptionGroup var frame: StoreFrame

    func prepare(_ output: VerbOutput) throws -> String? { try PatternText.read(file) }

    func run(_ client: GatewayClient, _ text: String, _ output: VerbOutput) async throws {
        // The dry run lists the refused rows one by one; a failure's message has no room for them.
        let plan = try await client.importPatterns(PatternImportOrder(text: text, dryRun: true, skipBad: skipBad))
        let isRefused = plan.refused > 0 && !skipBad
        let report =
            dryRun || isRefused
            ? plan : try await client.importPatterns(PatternImportOrder(text: text, skipBad: skipBad))
        await tell(isRefused && !dryRun ? report.nothingImported : report, output)
        if isRefused { throw Failure.refusedRows(report.refused, file: file) }
    }

    private func tell(_ report: PatternImportReport, _ output: VerbOutput) async {
        output.setResult {
            $0.field("format", text: report.format)
            $0.field("dry_run", report.dryRun)
            for (name, count) in [
                ("added", report.added), ("changed", report.changed), ("unchanged", report.unchanged),
                ("repeated", report.repeated), ("refused", report.refused),
            ] as [(StaticString, Int)] {
                $0.field(name, count)
            }
        }
        for row in report.rows {
            // Fails only for a number that JSON cannot express, and a row has none.
            try? await output.line("import", of: row)
            await output.text(row.words)
        }
        if report.rowsLeftOut > 0 { await output.text("… and \(counted(report.rowsLeftOut, "more row")).") }
        for (name, value) in report.settings.sorted(by: { $0.key < $1.key }) {
            await output.line("setting") {
                $0.field("name", name)
                $0.field("value", value)
            }
            await output.text("~ scan setting \(printable(name)): \(value)")
        }
        for key in report.unknownKeys {
            await output.line("unknown-key") { $0.field("key", key) }
            await output.text("Note: The key \(printable(key)) is unknown, and is left out.")
        }
        let rest = report.unknownKeyCount - report.unknownKeys.count
        if rest > 0 { await output.text("… and \(counted(rest, "more unknown key")).") }
        await output.notes(report.nearDuplicates)
        await output.text(
            "\(report.format): \(report.added) added, \(report.changed) changed, "
                + "\(report.unchanged) unchanged, \(report.repeated) repeated, \(report.refused) refused.")
        if dryRun { await output.text("Nothing was changed: this was a dry run.") }
    }
}

extension PatternImportReport {
    /// The report for an import that refused rows have stopped: nothing added or changed, and only
    /// the refused rows listed.
    fileprivate var nothingImported: PatternImportReport {
        var report = self
        report.dryRun = false
        (report.added, report.changed, report.unchanged, report.repeated) = (0, 0, 0, 0)
        report.rows = rows.filter { $0.outcome == .refused }
        report.rowsLeftOut = max(0, refused - report.rows.count)
        report.settings = [:]
        report.nearDuplicates = PatternNotes(count: 0, notes: [])
        return report
    }
}

extension Failure {
    fileprivate static func refusedRows(_ count: Int, file: String) -> Failure {
        let name = file == "-" ? "Standard input" : printable(file)
        return Failure(
            code: "import-refused", message: "\(name) has \(counted(count, "row")) that cannot be imported.",
            hint: "Fix the rows marked with !, or import the rest with --skip-bad.", exit: .badInput,
            outcome: .notDone)
    }
}
