import ArgumentParser
import GatewayModel

/// `perch config reset`: resets a device to its factory config.
struct ConfigReset: Verb {
    static let configuration = CommandConfiguration(
        commandName: "reset", abstract: "Reset a device to its factory config, and save that.",
        discussion: """
            Lists the entries that will be lost and, at a terminal, asks first. Perch keeps the config that the \
            device had before, if it can be read; `perch config restore` brings it back.
            """)

    @OptionGroup var target: ConfigDeviceOptions
    @OptionGroup var consent: ConsentOptions
    @OptionGroup var frame: ConfigFrame

    func run(_ follower: ConfigFollower, _ output: VerbOutput) async throws {
        var order = target.waiting.order(target.device)
        order.mayRemove = consent.mayRemove
        try await follower.perform(.reset, order)
    }
}
