import ArgumentParser
import Failures
import GatewayClient
import GatewayModel
import JSONLines

/// `perch provision status`: how runs stand.
struct ProvisionStatus: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Show how runs stand, the newest first.",
        discussion: """
            ✓ verified: heard with its new identity. ! written, and not heard so. ✗ failed before the beacon was told to \
            keep anything. ? the beacon may have been told to keep it, and nobody knows whether it did. … under way.
            """)

    @Option(help: "Only the runs of this batch.")
    var batch: Int64?

    @Flag(help: "Every run; without it, and without --batch, the newest 20.")
    var all = false

    @OptionGroup(title: "Gateway")
    var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    private static let newest = 20

    func run() async throws {
        try await output.run { output in
            try await gateway.withStoreGateway(output) { client in
                let hasColour = Terminal()?.hasColour ?? false
                var shown: [ProvisioningRun] = []
                let wantsAll = all || batch != nil
                // One more tells whether there are more.
                let pages = RunPages(
                    client: client, output: output, batch: batch, pageSize: wantsAll ? 1000 : Self.newest + 1)
                var hasMore = false
                for try await page in pages {
                    let rows = wantsAll ? page[...] : page.prefix(Self.newest)
                    for run in rows {
                        try await output.line("run", of: run)
                        await output.text(run.row(hasColour: hasColour))
                        if run.state == .writtenUnverified || run.state == .failed || run.state == .unknown,
                            let reason = run.reason
                        {
                            await output.text("         \(printable(reason.message))")
                        }
                    }
                    shown += rows
                    hasMore = page.count > rows.count
                    if !wantsAll { break }
                }
                let counts = RunCounts(shown)
                output.setResult { $0.fields(counts) }
                if shown.isEmpty {
                    await output.text("No beacon was provisioned yet.")
                } else {
                    let more = hasMore ? " Older ones are left out: see --all." : ""
                    await output.text("\(counted(counts.all, "run")): \(counts.words).\(more)")
                }
            }
        }
    }
}

extension ProvisioningRun {
    /// A line of a table.
    func row(hasColour: Bool) -> String {
        let mark = hasColour ? "\u{1B}[\(state.colour)m\(state.mark)\u{1B}[0m" : state.mark
        let number = String(id)
        let shown = String(repeating: " ", count: max(0, 6 - number.count)) + number
        let rest = printable("\(fit(name, 20)) \(address)  \(identityWords)  \(updated.words)  \(stateWords)")
        return "\(shown) \(mark) \(rest)" + (simulated == true ? "  SIMULATED" : "")
    }
}
