import ArgumentParser
import Failures
import GatewayClient

/// `perch provision verify`: listens once more for beacons that were written.
struct ProvisionVerify: Verb {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Listen for beacons that were written and not verified.",
        discussion: """
            Only listens: nothing is sent to a beacon. Without numbers, it takes every run that is written and not \
            verified, or unknown.
            """)

    @OptionGroup var continuing: ContinueOptions
    @OptionGroup var options: ProvisionOptions
    @OptionGroup var frame: DongleFrame

    func validate() throws {
        guard options.passwordFile == nil else {
            throw ValidationError("--password-file cannot be used here: nothing is written to a beacon.")
        }
    }

    func needs(_ output: VerbOutput) -> DongleFrame.Needs { DongleFrame.Needs(store: true, settings: true) }

    func run(_ lease: GatewayLease, _ output: VerbOutput) async throws {
        await output.devBanner(of: lease.client)
        let radio = try await lease.oneDongle(output)
        let wish = try continuing.continuation(options, dongle: radio.name)
        let batch = try await lease.client.uninterrupted.verifyRuns(wish)
        try await RunFollower(batch, lease: lease, output: output).run()
    }
}
