import ArgumentParser
import GatewayClient
import GatewayModel

/// `perch provision resume`: continues runs that did not succeed.
struct ProvisionResume: Verb {
    static let configuration = CommandConfiguration(
        commandName: "resume", abstract: "Go on with runs that did not succeed.",
        discussion: """
            Looks for each beacon on the air first: one that is what it is to be is verified and left alone. Any other is \
            connected to and gets all 24 steps, never only the rest of them, because nobody can read back what it has. \
            Without numbers it takes the newest run of each beacon where that is unknown, written and not verified, or \
            failed. Left out are those that the beacon refused for good: passwords-refused, no-such-service, \
            missing-property, step-refused, no-reply and mtu-too-small; give their numbers to try them once more. A run whose UUID, \
            major and minor another beacon was given since is left out too, and refused where its number is given; \
            --replace goes on with it.
            """)

    @Flag(help: "Go on also with identities that other beacons were given since.")
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
