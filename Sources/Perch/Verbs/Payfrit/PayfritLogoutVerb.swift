import ArgumentParser
import GatewayClient

/// `perch payfrit logout`: logs out.
struct PayfritLogoutVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "logout", abstract: "Log out. Registrations that are waiting wait for the next login.")

    @OptionGroup var frame: PayfritFrame

    func run(_ payfrit: PayfritLease, _ output: VerbOutput) async throws {
        try await payfrit.client.logOutOfPayfrit()
        await output.text("Logged out.")
    }
}
