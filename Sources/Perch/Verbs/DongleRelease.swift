import ArgumentParser
import Failures
import GatewayClient
import GatewayModel
import LineFormats

/// `perch dongle release`: makes the running gateway close a port.
struct DongleRelease: Verb {
    static let configuration = CommandConfiguration(
        commandName: "release", abstract: "Have the running gateway close a dongle's port and stop using it.")

    @Option(help: "The dongle's id, name or port; without it, the only dongle.")
    var dongle: String?

    @OptionGroup var frame: RunningFrame

    func run(_ client: GatewayClient, _ output: VerbOutput) async throws {
        // Connected dongles get no preference: the one to release is rather the unconnected one.
        let meant = try await GatewayLease(client: client, isOwn: false, dongle: dongle)
            .oneDongle(output, prefersConnected: false)
        try await client.release(meant.name)
        output.setResult {
            $0.field("dongle", meant.id)
            $0.field("port", meant.port)
        }
        await output.text("The gateway has released \(printable(meant.place)).")
    }
}
