import ArgumentParser
import GatewayModel

/// `perch config diff`: lists the differences between a device and the tables.
struct ConfigDiff: Verb {
    static let configuration = CommandConfiguration(
        commandName: "diff", abstract: "List the differences between a device and the tables, one a line.",
        discussion: "Ends with 0 whether or not there are differences; --json has their number in its result.")

    @OptionGroup var target: ConfigDeviceOptions
    @OptionGroup var frame: ConfigFrame

    func run(_ follower: ConfigFollower, _ output: VerbOutput) async throws {
        try await follower.perform(.diff, target.waiting.order(target.device))
    }
}
