import ArgumentParser
import GatewayModel

/// `perch config pull`: takes the config of a device over into the tables.
struct ConfigPull: Verb {
    static let configuration = CommandConfiguration(
        commandName: "pull", abstract: "Have the tables take over what a device holds.",
        discussion: """
            Patterns that the device has are added or enabled, those that it has not are disabled, which asks first on a \
            terminal, and none is removed. What is no pattern, such as an empty text, is told and not taken over. `perch \
            pattern undo` takes it all back.
            """)

    @OptionGroup var target: ConfigDeviceOptions

    @Flag(help: "Only say what would change.")
    var dryRun = false

    @OptionGroup var consent: ConsentOptions
    @OptionGroup var frame: ConfigFrame

    func run(_ follower: ConfigFollower, _ output: VerbOutput) async throws {
        var order = target.waiting.order(target.device)
        order.dryRun = dryRun ? true : nil
        order.mayRemove = consent.mayRemove
        try await follower.perform(.pull, order)
    }
}
