import ArgumentParser
import Failures
import GatewayClient
import GatewayModel
import LineFormats

/// `perch detect clear`: forgets the devices that were found.
struct DetectClear: Verb {
    static let configuration = CommandConfiguration(
        commandName: "clear", abstract: "Forget every device that was found. Asks first, on a terminal.",
        discussion: "What is muted stays muted.")

    @Flag(help: "Yes, without being asked.")
    var yes = false

    @OptionGroup var frame: StoreFrame

    func check(_ output: VerbOutput) async throws {
        try await Prompt(output: output).confirm(
            "Forget them?",
            "Every device that was found would be forgotten; `perch detect export` keeps them in a file.",
            isSure: yes)
    }

    func run(_ client: GatewayClient, _ output: VerbOutput) async throws {
        let removed = try await client.clearDetections().removed
        output.setResult { $0.field("removed", removed) }
        await output.text("\(counted(removed, "device is", "devices are")) forgotten.")
    }
}
