import ArgumentParser
import Failures
import GatewayClient
import GatewayModel
import JSONLines
import Store

/// `perch store check`: looks for damage.
struct StoreCheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Let SQLite look for damage. Ends with 65 where there is any.")

    @OptionGroup(title: "Gateway")
    var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        try await output.run { output in
            try await gateway.withStoreGateway(output) { client in
                let findings = try await output.interruptible { try await client.checkStore() }.findings
                output.setResult { $0.field("findings", findings.count) }
                for finding in findings {
                    await output.line("finding") { $0.field("text", finding) }
                    await output.text(printable(finding))
                }
                guard findings.isEmpty else {
                    throw StoreError.corrupt(message: counted(findings.count, "finding"))
                }
                await output.text("The database is sound.")
            }
        }
    }
}
