import ArgumentParser
import GatewayModel

/// `perch config save`: makes a device save its config.
struct ConfigSave: Verb {
    static let configuration = CommandConfiguration(
        commandName: "save", abstract: "Have a device keep what it holds over its restarts.",
        discussion: """
            A FlockFinder says that it has saved even where it has not. --verify-reboot is the proof: take the device out of \
            its supply and put it back while the verb waits; a dongle is restarted from here. What an interrupted transfer \
            has left half is not saved before another push, restore or reset.
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
