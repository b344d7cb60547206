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
    /// - Parameters:
    ///   - delivers: Whether the gateway inside this process delivers registrations meanwhile. One that is being delivered cannot
    ///     be changed.
    ///   - hasBanner: Whether that is said; a file has no room for it.
    func withPayfrit<Value>(
        _ output: VerbOutput, delivers: Bool = true, hasBanner: Bool = true,
        _ body: (GatewayClient, PayfritStatus) async throws -> Value
    ) async throws -> Value {
        // Webhooks are not this verb's business.
        var setup = try Settings.forVerb().payfrit
        setup.delivers = delivers
        return try await gateway.withStoreGateway(output, payfrit: setup) { client in
            let status = try await client.payfritStatus()
            if hasBanner { await output.devBanner(status) }
            return try await body(client, status)
        }
    }
}

extension VerbOutput {
    /// Every table that was not dropped, the oldest first. ^C cuts the wait for a page short.
    func allTables(of client: GatewayClient) async throws -> [PayfritTable] {
        var all: [PayfritTable] = []
        var page: [PayfritTable] = []
        repeat {
            let last = page.last?.id ?? 0
            page = try await client.tables(state: nil, after: last, limit: 1000).tables
            all += page
        } while !page.isEmpty
        return all
    }

    /// The same; none where this gateway is set up for no backend.
    func knownTables(of client: GatewayClient) async throws -> [PayfritTable] {
        do { return try await allTables(of: client) } catch {
            guard case ClientError.problem = error else { throw error }
            return []
        }
    }

    /// What stands over beacons and their provisioning where somebody uses a backend that is not for guests.
    func devBanner(of client: GatewayClient) async {
        guard !isJSON, let status = try? await client.payfritStatus(), status.user != nil || !status.tables.isEmpty
        else {
            return
        }
        await devBanner(status)
    }

    /// What stands over every table of a backend that is not for guests. Says as well where another one was to be expected.
    func devBanner(_ status: PayfritStatus) async {
        if let words = status.unheededEnvironment() { say("perch: \(words)") }
        guard status.isDev else { return }
        await text(Terminal.painted(printable("DEV — \(status.base)"), .orange))
    }
}
