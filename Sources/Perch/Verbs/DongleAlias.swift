import ArgumentParser
import Failures
import GatewayClient
import GatewayModel
import JSONLines

/// `perch dongle alias`: names a dongle.
struct DongleAlias: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "alias", abstract: "Give a dongle a name, by which --dongle finds it.")

    @Argument(help: "The name: 1 to 32 letters, digits, hyphens, dots and underscores.")
    var name: String?

    @Flag(help: "Take its name away.")
    var remove = false

    @OptionGroup var dongle: DongleOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard (name == nil) == remove else { throw ValidationError("Give either a name or --remove.") }
    }

    func run() async throws {
        try await output.run { output in
            try await dongle.withGateway(output, needsStore: true) { lease in
                let meant = try await lease.oneDongle(output)
                let named = try await output.interruptible {
                    guard let name else { return try await lease.client.removeAlias(meant.name) }
                    return try await lease.client.setAlias(meant.name, AliasRequest(alias: name))
                }
                output.setResult {
                    $0.field("dongle", named.id)
                    $0.field("alias", named.alias)
                }
                let who = printable(named.id ?? named.port)
                await output.text(named.alias.map { "\(who) is \(printable($0)) now." } ?? "\(who) has no name now.")
            }
        }
    }
}
