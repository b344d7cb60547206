import ArgumentParser
import Failures
import Gateway
import GatewayClient
import GatewayModel
import Settings

/// The options by which a verb finds the gateway that speaks to the Payfrit backend.
struct PayfritOptions: ParsableArguments {
    @OptionGroup(title: "Gateway")
    var gateway: GatewayOptions

    /// Lends the gateway that runs, or else one inside this process, which speaks to the backend of this user's settings with this
    /// user's login. Says over everything in which backend it is, where that is not for guests.
    ///
    /// - Parameter delivers: Whether the gateway inside this process delivers registrations meanwhile. One that is being delivered
    ///   cannot be changed.
    func withPayfrit<Value>(
        _ output: VerbOutput, delivers: Bool = true, _ body: (GatewayClient, PayfritStatus) async throws -> Value
    ) async throws -> Value {
        // Webhooks are not this verb's business.
        var setup = try Settings.ofThisUser().payfrit
        setup.delivers = delivers
        return try await gateway.withStoreGateway(output, payfrit: setup) { client in
            let status = try await output.interruptible { try await client.payfritStatus() }
            await output.devBanner(status)
            return try await body(client, status)
        }
    }
}

extension VerbOutput {
    /// What stands over every table of a backend that is not for guests. Says as well where another one was to be expected.
    func devBanner(_ status: PayfritStatus) async {
        if let words = status.unheededEnvironment() { say("perch: \(words)") }
        guard status.isDev else { return }
        let banner = printable("DEV — \(status.base)")
        await text(Terminal()?.hasColour == true ? "\u{1B}[33m\(banner)\u{1B}[0m" : banner)
    }
}
