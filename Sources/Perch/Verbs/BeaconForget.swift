import ArgumentParser
import Failures
import GatewayClient

/// `perch beacon forget`: forgets a beacon with its history.
struct BeaconForget: Verb {
    static let configuration = CommandConfiguration(
        commandName: "forget", abstract: "Forget a beacon: its name, its calibration and its history.")

    @Argument(help: ArgumentHelp("The beacon, or its name.", valueName: "uuid/major/minor"))
    var beacon: String

    @OptionGroup var frame: StoreFrame

    func run(_ client: GatewayClient, _ output: VerbOutput) async throws {
        await output.devBanner(of: client)
        let identity = try await BeaconPattern.findOne(beacon, client, output)
        try await client.forgetBeacon(identity)
        await output.text("Removed \(identity) with its name, calibration and history.")
    }
}
