import ArgumentParser
import Failures
import GatewayClient
import GatewayModel

/// `perch payfrit use`: chooses the business.
struct PayfritUseVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "use", abstract: "Choose the business that the other verbs work on.")

    @Argument(help: "Number or name of the business, or a beginning that no other name has.")
    var business: String

    @OptionGroup var frame: PayfritFrame

    func run(_ payfrit: PayfritLease, _ output: VerbOutput) async throws {
        let chosen = try await payfrit.client.choosePayfritBusiness(PayfritBusinessChoice(business: business))
        try await output.line("business", of: chosen)
        await output.text(printable("Business: \(chosen.words)"))
    }
}
