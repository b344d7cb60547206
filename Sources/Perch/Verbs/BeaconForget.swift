import ArgumentParser
import Failures
import GatewayClient

/// `perch beacon forget`: forgets a beacon with its history.
struct BeaconForget: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "forget", abstract: "Forget a beacon: its name, its calibration and its history.")

    @Argument(help: ArgumentHelp("The beacon, or its name.", valueName: "uuid/major/minor"))
    var beacon: String

    @OptionGroup(title: "Gateway")
    var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        try await output.run { output in
            try await gateway.withStoreGateway(output) { client in
                await output.devBanner(of: client)
                let identity = try await BeaconPattern.findOne(beacon, client, output)
                try await output.interruptible { try await client.forgetBeacon(identity) }
                await output.text("\(identity) is forgotten.")
            }
        }
    }
}
