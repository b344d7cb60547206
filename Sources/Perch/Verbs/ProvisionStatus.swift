import Advertising
import ArgumentParser
import Failures
import GatewayClient
import GatewayModel
import LineFormats

/// `perch provision status`: lists runs with their states.
struct ProvisionStatus: Verb {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Show runs with their states, the newest first.",
        discussion: """
            ✓ verified: heard with its new identity. ! written: not yet heard with its new identity. ✗ failed: \
            nothing was saved on the beacon. ? unknown: the beacon may have saved it. … under way.
            """)

    @Option(help: "Only the runs of this batch.")
    var batch: Int64?

    @Flag(help: "Every run; without it, and without --batch, the newest 20.")
    var all = false

    @OptionGroup var frame: StoreFrame

    private static let newest = 20

    func run(_ client: GatewayClient, _ output: VerbOutput) async throws {
        await output.devBanner(of: client)
        let hasColour = output.hasColour
        var shown: [ProvisioningRun] = []
        let wantsAll = all || batch != nil
        // One run more than is shown reveals whether older ones exist.
        let pages = RunPages(client: client, batch: batch, pageSize: wantsAll ? 1000 : Self.newest + 1)
        var hasMore = false
        for try await page in pages {
            let rows = wantsAll ? page[...] : page.prefix(Self.newest)
            for run in rows { try await output.line("run", of: run) }
            shown += rows
            hasMore = page.count > rows.count
            if !wantsAll { break }
        }
        await output.text(ProvisioningRun.table(shown, hasColour: hasColour))
        let counts = RunCounts(shown)
        output.setResult { $0.fields(counts) }
        if shown.isEmpty {
            await output.text("No beacon has been provisioned yet.")
        } else {
            let more = hasMore ? " Add --all to see older runs." : ""
            await output.text("\(counted(counts.all, "run")): \(counts.words).\(more)")
        }
    }
}

extension ProvisioningRun {
    static func table(_ runs: [ProvisioningRun], hasColour: Bool) -> TextTable {
        var table = TextTable(.right("Run"), "Name", "Address", "UUID", "Major/Minor", "Updated", "State", "")
        for run in runs {
            let isOpen = [.writtenUnverified, .failed, .unknown].contains(run.state)
            table.add(
                TextTable.Cell("\(run.id)"),
                TextTable.Cell("\(run.state.mark) \(run.name)", colour: hasColour ? run.state.colour : nil),
                TextTable.Cell(run.address.description), TextTable.Cell(run.uuid.description),
                TextTable.Cell("\(run.major)/\(run.minor)"), TextTable.Cell(run.updated.words),
                TextTable.Cell(run.stateWords), TextTable.Cell(run.simulated == true ? "SIMULATED" : nil),
                note: isOpen ? run.reason?.message : nil)
        }
        return table
    }
}
