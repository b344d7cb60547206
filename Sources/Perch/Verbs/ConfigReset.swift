import ArgumentParser
import GatewayModel

/// `perch config reset`: resets a device to its factory config.
struct ConfigReset: Verb {
    static let configuration = CommandConfiguration(
        commandName: "reset", abstract: "Have a device go back to what it had from the factory, and keep that.",
        discussion: """
            Lists what goes, and asks first, on a terminal. What the device held before is kept here where it can be read; \
            `perch config restore` brings it back.
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
