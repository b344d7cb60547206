import ArgumentParser
import Gateway
import GatewayClient
import GatewayModel
import LineFormats

/// `perch payfrit whoami`: shows the user who is logged in, the backend and the business.
struct PayfritWhoamiVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "whoami", abstract: "Show who is logged in, where, and for which business.",
        discussion: "Asks the gateway, not the backend. Ends with 77 if nobody is logged in.")

    @OptionGroup var frame: PayfritFrame

    func run(_ payfrit: PayfritLease, _ output: VerbOutput) async throws {
        try await output.line("payfrit", of: payfrit.status)
        output.setResult { $0.field("logged_in", payfrit.status.user != nil) }
        for line in payfrit.status.prose { await output.text(line) }
        if payfrit.status.user == nil { throw PayfritServiceError.notLoggedIn }
    }
}
