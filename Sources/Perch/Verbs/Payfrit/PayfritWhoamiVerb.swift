import ArgumentParser
import Gateway
import GatewayClient
import GatewayModel
import JSONLines

/// `perch payfrit whoami`: who is logged in, where, and for which business.
struct PayfritWhoamiVerb: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "whoami", abstract: "Show who is logged in, where, and for which business.",
        discussion: "Asks the gateway, not the backend. Ends with 77 where nobody is logged in.")

    @OptionGroup var options: PayfritOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        try await output.run { output in
            try await options.withPayfrit(output) { _, status in
                try await output.line("payfrit", of: status)
                output.setResult { $0.field("logged_in", status.user != nil) }
                for line in status.prose { await output.text(line) }
                if status.user == nil { throw PayfritServiceError.notLoggedIn }
            }
        }
    }
}
