import ArgumentParser
import Failures
import GatewayClient
import GatewayModel
import LineFormats

/// `perch provision show`: shows the whole exchange between gateway and beacon.
struct ProvisionShow: Verb {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a run with the whole exchange between gateway and beacon.",
        discussion: """
            Each line of the journal has its time, the attempt, its kind (intent, outcome or note), the step, a text \
            and the bytes. Notifications of the beacon are shown as received, and decoded if they are packets. The \
            journal contains no passwords.
            """)

    @Argument(help: ArgumentHelp("The run's number, from `perch provision status`.", valueName: "run"))
    var number: Int64

    @OptionGroup var frame: StoreFrame

    private static let pageSize = 1000

    func run(_ client: GatewayClient, _ output: VerbOutput) async throws {
        await output.devBanner(of: client)
        let run = try await client.run(number)
        try await output.line("run", of: run)
        for line in run.prose { await output.text(line) }
        var last: Int64 = 0
        var count = 0
        var dropped = 0
        var page: ExchangeList
        repeat {
            page = try await client.exchange(number, after: last, limit: Self.pageSize)
            for entry in page.entries {
                try await output.line("exchange", of: entry)
                await output.text(entry.line)
            }
            count += page.entries.count
            last = page.entries.last.map { Int64($0.number) } ?? last
            dropped = page.dropped ?? 0
        } while page.entries.count == Self.pageSize
        output.setResult { [count, dropped] in
            $0.field("entries", count)
            if dropped > 0 { $0.field("dropped", dropped) }
        }
        if dropped > 0 { await output.text("The journal had no room for \(counted(dropped, "more line")).") }
        if count == 0 { await output.text("Nothing has been done yet.") }
    }
}

extension ProvisioningRun {
    /// Lines of the text output: the beacon's new identity, its old one, and the state of the run.
    fileprivate var prose: [String] {
        var lines = [
            "Run \(id) of batch \(batch): \(line)",
            "    new       \(identityWords), \(rssiAt1m) dBm at 1 m, every \(intervalMs) ms, power index \(txPower)",
        ]
        if let found { lines.append("    old       \(found.uuid)/\(found.major)/\(found.minor)") }
        let by = dongle.map { ", by dongle \($0)" } ?? ""
        lines.append("    profile   \(profile), \(counted(attempts, "attempt"))\(by)")
        lines.append("    begun     \(created.words), last changed \(updated.words)")
        if let failure, state.isEnd { lines += ["    \(failure.message)", "    Next: \(failure.hint)"] }
        return lines.map(printable)
    }
}
