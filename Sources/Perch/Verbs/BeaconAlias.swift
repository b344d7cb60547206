import ArgumentParser
import Failures
import GatewayClient
import GatewayModel
import LineFormats

/// `perch beacon alias`: names a beacon.
struct BeaconAlias: Verb {
    static let configuration = CommandConfiguration(
        commandName: "alias", abstract: "Give a beacon a name, by which --beacon finds it.")

    @Argument(help: ArgumentHelp("The beacon, or its name.", valueName: "uuid/major/minor"))
    var beacon: String

    @Argument(help: "The name, such as \"Table 7\": 1 to 64 characters without slashes.")
    var name: String?

    @Flag(help: "Remove the beacon's name.")
    var remove = false

    @OptionGroup var frame: StoreFrame

    func validate() throws {
        guard (name == nil) == remove else { throw ValidationError("Give either a name or --remove.") }
    }

    func run(_ client: GatewayClient, _ output: VerbOutput) async throws {
        await output.devBanner(of: client)
        let identity = try await BeaconPattern.findOne(beacon, client, output)
        let named = try await client.setAlias(name, of: identity)
        try await output.line("beacon", of: named)
        await output.text(
            named.alias.map { "\(identity) is now named \(printable($0))." } ?? "\(identity) no longer has a name.")
    }
}
