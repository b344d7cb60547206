import ArgumentParser
import GatewayClient
import GatewayModel

/// `perch provision resume`: continues runs that did not succeed.
struct ProvisionResume: Verb {
    static let configuration = CommandConfiguration(
        commandName: "resume", abstract: "Continue runs that did not succeed.",
        discussion: """
            Listens for each beacon first: one that is heard with its new identity is verified and left alone. Perch \
            connects to any other and writes all 24 steps, never only the missing ones, because a beacon's settings \
            cannot be read back. Without numbers, it takes the newest run of each beacon if that is unknown, written \
            and not verified, or failed. It leaves out runs that the beacon refused for good: passwords-refused, \
            no-such-service, missing-property, step-refused, no-reply and mtu-too-small; give their numbers to try \
            them once more. It also leaves out a run whose UUID, major and minor another beacon was given since, and \
            refuses its number; --replace continues it.
            """)

    @Flag(help: "Also continue runs whose identity was given to another beacon since.")
    var replace = false

    @OptionGroup var continuing: ContinueOptions
    @OptionGroup var options: ProvisionOptions
    @OptionGroup var frame: DongleFrame

    func needs(_ output: VerbOutput) -> DongleFrame.Needs { DongleFrame.Needs(store: true, settings: true) }

    func run(_ lease: GatewayLease, _ output: VerbOutput) async throws {
        await output.devBanner(of: lease.client)
        let radio = try await lease.oneDongle(output)
        let batch = try await lease.client.uninterrupted.resumeRuns(try wish(dongle: radio.name))
        try await RunFollower(batch, lease: lease, output: output).run()
    }

    /// Returns the request to the gateway.
    func wish(dongle: String) throws -> ProvisioningContinuation {
        var wish = try continuing.continuation(options, dongle: dongle)
        wish.replace = replace
        return wish
    }
}
