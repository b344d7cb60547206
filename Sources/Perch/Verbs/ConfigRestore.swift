import ArgumentParser
import GatewayModel

/// `perch config restore`: sends a device the config that a transfer replaced.
struct ConfigRestore: Verb {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Bring back the config that a device had before a transfer.",
        discussion: "`perch config status --device …` lists the last transfers by their numbers.")

    @OptionGroup var change: ConfigChangeOptions

    @Option(help: "Number of the transfer to undo; without it, the newest.")
    var transfer: Int64?

    @OptionGroup var frame: ConfigFrame

    func run(_ follower: ConfigFollower, _ output: VerbOutput) async throws {
        var order = change.order
        order.transfer = transfer
        try await follower.perform(.restore, order)
    }
}
