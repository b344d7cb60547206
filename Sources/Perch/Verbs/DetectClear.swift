import ArgumentParser
import Failures
import GatewayClient
import GatewayModel
import JSONLines

/// `perch detect clear`: forgets the devices that were found.
struct DetectClear: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clear", abstract: "Forget every device that was found. Asks first, on a terminal.",
        discussion: "What is muted stays muted.")

    @Flag(help: "Yes, without being asked.")
    var yes = false

    @OptionGroup(title: "Gateway")
    var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        try await output.run { output in
            try await Prompt(output: output).confirm(
                "Forget them?",
                "Every device that was found would be forgotten; `perch detect export` keeps them in a file.",
                isSure: yes)
            try await gateway.withStoreGateway(output) { client in
                let removed = try await output.interruptible { try await client.clearDetections().removed }
                output.setResult { $0.field("removed", removed) }
                await output.text("\(counted(removed, "device is", "devices are")) forgotten.")
            }
        }
    }
}
