import ArgumentParser
import Failures
import GatewayClient
import GatewayModel
import LineFormats

/// `perch dongle alias`: names a dongle.
struct DongleAlias: Verb {
    static let configuration = CommandConfiguration(
        commandName: "alias", abstract: "Give a dongle a name, by which --dongle finds it.")

    @Argument(help: "The name: 1 to 32 letters, digits, hyphens, dots and underscores.")
    var name: String?

    @Flag(help: "Remove the dongle's name.")
    var remove = false

    @OptionGroup var frame: DongleFrame

    func validate() throws {
        guard (name == nil) == remove else { throw ValidationError("Give either a name or --remove.") }
    }

    func needs(_ output: VerbOutput) -> DongleFrame.Needs { DongleFrame.Needs(store: true) }

    func run(_ lease: GatewayLease, _ output: VerbOutput) async throws {
        let meant = try await lease.oneDongle(output)
        let named =
            if let name {
                try await lease.client.setAlias(meant.name, AliasRequest(alias: name))
            } else {
                try await lease.client.removeAlias(meant.name)
            }
        output.setResult {
            $0.field("dongle", named.id)
            $0.field("alias", named.alias)
        }
        let who = printable(named.id ?? named.port)
        await output.text(named.alias.map { "\(who) is now named \(printable($0))." } ?? "\(who) no longer has a name.")
    }
}
