import ArgumentParser
import GatewayModel

/// What a verb takes that goes on with runs of before.
struct ContinueOptions: ParsableArguments {
    @Argument(help: ArgumentHelp("Runs, by their numbers.", valueName: "run"))
    var runs: [Int64] = []

    @Option(help: "Beacons at a time, 1...16; without it as many as the dongle has slots.")
    var parallel: Int?

    func validate() throws { try ProvisionOptions.check(parallel: parallel) }

    /// What the gateway is asked for.
    ///
    /// - Parameter dongle: By which one.
    func continuation(_ options: ProvisionOptions, dongle: String) throws -> ProvisioningContinuation {
        ProvisioningContinuation(
            runs: runs.isEmpty ? nil : runs, dongle: dongle, parallel: parallel, passwords: try options.passwords(),
            searchMs: options.searchMs, verifyMs: options.verifyMs)
    }
}
