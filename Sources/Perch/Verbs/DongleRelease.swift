import ArgumentParser
import Failures
import GatewayClient
import GatewayModel
import JSONLines

/// `perch dongle release`: makes the running gateway let a port go.
struct DongleRelease: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "release", abstract: "Let the running gateway close a dongle's port and leave it alone.")

    @Option(help: "The dongle's id, name or port; without it the only one.")
    var dongle: String?

    @OptionGroup(title: "Gateway")
    var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        try await output.run { output in
            try await gateway.withRunningGateway { client in
                // What is to be let go is rather the one that is away.
                let meant = try await GatewayLease(client: client, isOwn: false, dongle: dongle)
                    .oneDongle(output, prefersConnected: false)
                try await output.interruptible { try await client.release(meant.name) }
                output.setResult {
                    $0.field("dongle", meant.id)
                    $0.field("port", meant.port)
                }
                await output.text("The gateway has let \(printable(meant.place)) go.")
            }
        }
    }
}
