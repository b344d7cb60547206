import ArgumentParser
import Failures
import GatewayClient
import GatewayModel
import JSONLines

/// `perch events clear`: empties the event log.
struct EventsClear: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clear", abstract: "Remove every event. Asks first, on a terminal.")

    @Flag(help: "Yes, without being asked.")
    var yes = false

    @OptionGroup(title: "Gateway")
    var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        try await output.run { output in
            try await Prompt(output: output).confirm(
                "Remove them?", "Every event would be removed, and cannot be brought back.", isSure: yes)
            try await gateway.withStoreGateway(output) { client in
                let removed = try await output.interruptible { try await client.clearEvents().removed }
                output.setResult { $0.field("removed", removed) }
                await output.text("\(counted(removed, "event was", "events were")) removed.")
            }
        }
    }
}
