import ArgumentParser
import Failures
import GatewayClient
import GatewayModel

/// `perch payfrit use`: chooses the business.
struct PayfritUseVerb: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "use", abstract: "Choose the business that everything else is about.")

    @Argument(help: "Its number, its name, or a beginning that no other name has.")
    var business: String

    @OptionGroup var options: PayfritOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        try await output.run { output in
            try await options.withPayfrit(output) { client, _ in
                let chosen = try await output.interruptible {
                    try await client.choosePayfritBusiness(PayfritBusinessChoice(business: business))
                }
                try await output.line("business", of: chosen)
                await output.text(printable("Business: \(chosen.words)"))
            }
        }
    }
}
