import ArgumentParser
import GatewayModel

/// `perch config save`: makes a device save its config.
struct ConfigSave: Verb {
    static let configuration = CommandConfiguration(
        commandName: "save", abstract: "Save the config on a device, so that it survives a restart.",
        discussion: """
            A FlockFinder reports success even if it has not saved. --verify-reboot proves it: unplug the device and \
            plug it in again while the verb waits; Perch restarts a dongle itself. A config that an interrupted \
            transfer left half-written is not saved until another push, restore or reset.
            """)

    @OptionGroup var target: ConfigDeviceOptions
    @OptionGroup var proof: ConfigProofOptions
    @OptionGroup var frame: ConfigFrame

    func run(_ follower: ConfigFollower, _ output: VerbOutput) async throws {
        var order = target.waiting.order(target.device)
        proof.apply(to: &order)
        try await follower.perform(.save, order)
    }
}
