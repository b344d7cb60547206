import ArgumentParser
import GatewayModel

/// `perch config diff`: in what a device and the tables differ.
struct ConfigDiff: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff", abstract: "List in what a device and the tables differ, one thing a line.",
        discussion: "Ends with 0 whether or not there are differences; --json has their number in its result.")

    @OptionGroup var target: ConfigDeviceOptions
    @OptionGroup var dongle: DongleOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        try await output.run { output in
            try await dongle.withConfigs(output) { follower in
                try await follower.perform(.diff, target.waiting.order(target.device))
            }
        }
    }
}
