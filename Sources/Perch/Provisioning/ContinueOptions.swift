import ArgumentParser
import GatewayModel

/// The options of verbs that continue earlier runs.
struct ContinueOptions: ParsableArguments {
    @Argument(help: ArgumentHelp("Numbers of the runs.", valueName: "run"))
    var runs: [Int64] = []

    @Option(help: "Beacons at a time, 1...16; without it, as many as the dongle has slots.")
    var parallel: Int?

    func validate() throws { try ProvisionOptions.check(parallel: parallel) }

    /// Returns the request to the gateway.
    ///
    /// - Parameter dongle: Name of the dongle to use.
    func continuation(_ options: ProvisionOptions, dongle: String) throws -> ProvisioningContinuation {
        ProvisioningContinuation(
            runs: runs.isEmpty ? nil : runs, dongle: dongle, parallel: parallel, passwords: try options.passwords(),
            searchMs: options.searchMs, verifyMs: options.verifyMs)
    }
}
