import ArgumentParser
import Failures
import GatewayClient
import GatewayModel
import LineFormats

/// `perch events clear`: empties the event log.
struct EventsClear: Verb {
    static let configuration = CommandConfiguration(
        commandName: "clear", abstract: "Remove all events. At a terminal, asks first.")

    @Flag(help: "Yes, without being asked.")
    var yes = false

    @OptionGroup var frame: StoreFrame

    func check(_ output: VerbOutput) async throws {
        try await Prompt(output: output).confirm(
            "Remove them?", "All events would be removed. This cannot be undone.", isSure: yes)
    }

    func run(_ client: GatewayClient, _ output: VerbOutput) async throws {
        let removed = try await client.clearEvents().removed
        output.setResult { $0.field("removed", removed) }
        await output.text("Removed \(counted(removed, "event")).")
    }
}
