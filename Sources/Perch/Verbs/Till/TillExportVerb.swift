import ArgumentParser
import Drinks
import Failures

/// `perch till export`: writes bookings as CSV.
struct TillExportVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write your bookings as CSV, voided ones included.",
        discussion: "Writes to standard output, or to a file, which appears once it is complete.")

    @Flag(help: "Write CSV; there is no other format.")
    var csv = false

    @OptionGroup var period: TillPeriodOptions
    @OptionGroup var file: ExportFileOptions
    @OptionGroup var frame: TillExportFrame

    func check(_ output: VerbOutput) async throws { try file.check() }

    func run(_ lease: TillLease, _ output: VerbOutput) async throws {
        let catalogue = try await lease.catalogue()
        let rows = try await lease.request { [from = period.from] client, token throws(DrinksError) in
            try await client.bookings(from: from, includeVoided: true, token)
        }
        try await file.write(output) { append in
            try await append(Array(HistoryFile.text(rows.values, catalogue: catalogue).utf8))
            return counted(rows.values.count, "row")
        }
        lease.tellLeftOut(rows.leftOut)
    }
}

/// The frame of a verb that writes a file of the till's data: the banner would be part of it.
struct TillExportFrame: VerbFrame {
    var writesJSON: Bool { false }

    func lend(_ needs: NoNeeds, _ output: VerbOutput, _ body: (TillLease) async throws -> Void) async throws {
        try await TillFrame.lend(output, hasBanner: false, body)
    }
}
