import ArgumentParser
import Failures
import GatewayClient
import GatewayModel
import LineFormats

/// `perch detect clear`: forgets the devices that were found.
struct DetectClear: Verb {
    static let configuration = CommandConfiguration(
        commandName: "clear", abstract: "Remove all detections. At a terminal, asks first.",
        discussion: "Mutes stay as they are.")

    @Flag(help: "Yes, without being asked.")
    var yes = false

    @OptionGroup var frame: StoreFrame

    func check(_ output: VerbOutput) async throws {
        try await Prompt(output: output).confirm(
            "Remove them?",
            "All detections would be removed. To keep them in a file, run `perch detect export` first.",
            isSure: yes)
    }

    func run(_ client: GatewayClient, _ output: VerbOutput) async throws {
        let removed = try await client.clearDetections().removed
        output.setResult { $0.field("removed", removed) }
        await output.text("Removed \(counted(removed, "detection")).")
    }
}
