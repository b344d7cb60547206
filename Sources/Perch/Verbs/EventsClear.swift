import ArgumentParser
import Failures
import GatewayClient
import GatewayModel
import LineFormats

/// `perch events clear`: empties the event log.
struct EventsClear: Verb {
    static let configuration = CommandConfiguration(
        commandName: "clear", abstract: "Remove every event. Asks first, on a terminal.")

    @Flag(help: "Yes, without being asked.")
    var yes = false

    @OptionGroup var frame: StoreFrame

    func check(_ output: VerbOutput) async throws {
        try await Prompt(output: output).confirm(
            "Remove them?", "Every event would be removed, and cannot be brought back.", isSure: yes)
    }

    func run(_ client: GatewayClient, _ output: VerbOutput) async throws {
        let removed = try await client.clearEvents().removed
        output.setResult { $0.field("removed", removed) }
        await output.text("\(counted(removed, "event was", "events were")) removed.")
    }
}
