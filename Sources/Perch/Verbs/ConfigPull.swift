import ArgumentParser
import GatewayModel

/// `perch config pull`: takes the config of a device over into the tables.
struct ConfigPull: Verb {
    static let configuration = CommandConfiguration(
        commandName: "pull", abstract: "Take the config of a device over into the tables.",
        discussion: """
            Adds or enables the patterns that the device has, and disables those that it does not have; before it \
            disables any, it asks at a terminal. It removes no pattern. An entry that is no valid pattern, such as an \
            empty text, is listed and not taken over. `perch pattern undo` undoes all of this.
            """)

    @OptionGroup var target: ConfigDeviceOptions

    @Flag(help: "Only show what would change.")
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
