import ArgumentParser
import GatewayModel

/// `perch config restore`: a device takes back what a transfer replaced.
struct ConfigRestore: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Bring back what a device held before something was sent to it.",
        discussion: "`perch config status --device …` lists the transfers by their numbers.")

    @OptionGroup var target: ConfigDeviceOptions

    @Option(help: "Number of the transfer whose predecessor to bring back; without it the newest.")
    var transfer: Int64?

    @Flag(help: "Read the device, and only say what would change.")
    var dryRun = false

    @OptionGroup var keeping: ConfigSaveOptions
    @OptionGroup var dongle: DongleOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        try await output.run { output in
            try await dongle.withConfigs(output) { follower in
                var order = target.waiting.order(target.device)
                order.transfer = transfer
                order.dryRun = dryRun ? true : nil
                keeping.apply(to: &order)
                try await follower.perform(.restore, order)
            }
        }
    }
}
