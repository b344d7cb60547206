import ArgumentParser
import Failures
import GatewayClient
import GatewayModel
import LineFormats
import Store

/// `perch store check`: looks for damage.
struct StoreCheckCommand: Verb {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Have SQLite look for damage in the database. Ends with 65 if there is any.")

    @OptionGroup var frame: StoreFrame

    func run(_ client: GatewayClient, _ output: VerbOutput) async throws {
        let findings = try await client.checkStore().findings
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
