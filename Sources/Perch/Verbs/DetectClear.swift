import ArgumentParser
import Failures
import GatewayClient
import JSONLines

/// `perch detect clear`: forgets the devices that were found.
struct DetectClear: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clear", abstract: "Forget every device that was found. What is muted stays muted.")

    @Flag(help: "Yes, every one of them.")
    var yes = false

    @OptionGroup(title: "Gateway")
    var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        try await output.run { output in
            guard yes else {
                throw Failure(
                    code: "needs-yes", message: "Every device that was found would be forgotten.",
                    hint: "Keep them with `perch detect export`, then say --yes.", exit: .usage)
            }
            try await gateway.withStoreGateway(output) { client in
                let removed = try await output.interruptible { try await client.clearDetections() }
                output.setResult { $0.field("removed", removed) }
                await output.text("\(counted(removed, "device is", "devices are")) forgotten.")
            }
        }
    }
}
