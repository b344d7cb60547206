import ArgumentParser
import GatewayClient

/// `perch payfrit logout`: throws the login away.
struct PayfritLogoutVerb: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "logout", abstract: "Throw the login away. What waits to be registered waits for the next.")

    @OptionGroup var options: PayfritOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        try await output.run { output in
            try await options.withPayfrit(output) { client, _ in
                try await output.interruptible { try await client.logOutOfPayfrit() }
                await output.text("Logged out.")
            }
        }
    }
}
